/** One server-sent event, as a browser's EventSource gives it. */
export interface EventMessage {
  readonly event: string;
  readonly data: string;
  /** The last id that was sent, with this event or before. */
  readonly lastEventId: string;
}

/** Parses server-sent events out of text in pieces; an event that is not whole yet waits. */
export class EventMessages {
  #lastEventId: string;
  #retryMillis: number | undefined;
  /** The line that is not whole yet. */
  #line = "";
  #endedWithReturn = false;
  #event = "";
  #data: string[] = [];
  #id: string;

  constructor(lastEventId: string) {
    this.#lastEventId = lastEventId;
    this.#id = lastEventId;
  }

  /** The reconnection time that the server asked for, if any. */
  get retryMillis(): number | undefined {
    return this.#retryMillis;
  }

  take(text: string): readonly EventMessage[] {
    if (text === "") return [];
    const piece = this.#endedWithReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#endedWithReturn = text.endsWith("\r");
    const lines = piece.split(/\r\n|\r|\n/).map((line, index) => (index === 0 ? this.#line + line : line));
    this.#line = lines.splice(-1).join("");
    return lines.flatMap((line) => (line === "" ? this.#dispatch() : this.#field(line)));
  }

  #field(line: string): readonly EventMessage[] {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "event") this.#event = value;
    if (name === "data") this.#data.push(value);
    if (name === "id" && !value.includes("\0")) this.#id = value;
    if (name === "retry" && /^\d+$/.test(value)) this.#retryMillis = Number(value);
    return [];
  }

  /** The id counts even without an event: it is the position in the stream. */
  #dispatch(): readonly EventMessage[] {
    const [event, data] = [this.#event || "message", this.#data];
    this.#lastEventId = this.#id;
    this.#event = "";
    this.#data = [];
    return data.length === 0 ? [] : [{ event, data: data.join("\n"), lastEventId: this.#lastEventId }];
  }
}
