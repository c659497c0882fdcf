/** The beginning of a request or an answer. */
export interface HttpHead {
  readonly bytes: Buffer;
  /** The first line's three parts: method, target, version; or version, status, reason. */
  readonly line: readonly [string, string, string];
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers are bytes, each of which is a character of Latin-1. */
export function headFrom(bytes: Buffer): HttpHead | undefined {
  const [first = "", ...lines] = bytes.toString("latin1").trim().split(/\r?\n/);
  const [, one, two, three = ""] = /^(\S+) (\S+)(?: (.*))?$/.exec(first) ?? [];
  if (one === undefined || two === undefined) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, name, value = ""] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
    if (name === undefined) return undefined;
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return { bytes, line: [one, two, three], headers };
}

/** The same head without some headers, and with others. */
export function changedHead({ bytes }: HttpHead, without: readonly string[], more: readonly string[] = []): Buffer {
  const lines = bytes.toString("latin1").trimEnd().split(/\r?\n/);
  const kept = lines.filter((line) => !without.includes(line.split(":", 1)[0]?.toLowerCase() ?? ""));
  return Buffer.from(`${[...kept, ...more].join("\r\n")}\r\n\r\n`, "latin1");
}
