/** One server-sent event, as a browser's EventSource gives it. */
export interface Message {
  readonly event: string;
  readonly data: string;
  /** The last id that was sent, with this message or before. */
  readonly lastEventId: string;
}

/** Takes server-sent events out of bytes, however they are cut up; one that is not whole yet does not count. */
export class EventBlocks {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  readonly #fields: string[] = [];
  #text = "";
  lastEventId: string;

  constructor(lastEventId = "") {
    this.lastEventId = lastEventId;
  }

  /** What a block says that is no message, such as `retry: 2000`. */
  get fields(): readonly string[] {
    return this.#fields;
  }

  take(bytes: Uint8Array): readonly Message[] {
    const blocks = (this.#text + this.#decoder.decode(bytes, { stream: true })).split("\n\n");
    this.#text = blocks.pop() ?? "";
    return blocks.flatMap((block) => this.#message(block) ?? []);
  }

  #message(block: string): Message | undefined {
    const fields = new Map(block.split("\n").map(fieldOf));
    this.lastEventId = fields.get("id") ?? this.lastEventId;
    const data = fields.get("data");
    if (data === undefined) this.#fields.push(block);
    return data === undefined
      ? undefined
      : { event: fields.get("event") ?? "message", data, lastEventId: this.lastEventId };
  }
}

function fieldOf(line: string): readonly [string, string] {
  const [, name, value] = /^(id|event|data|retry): ?(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error(`no line of an event stream: ${line}`);
  return [name, value];
}
