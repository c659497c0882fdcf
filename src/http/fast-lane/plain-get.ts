/** A GET with nothing about it that would need more than an answer. */
export interface PlainGet {
  readonly target: string;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/**
 * One request without a body and no byte more, in the plainest spelling that HTTP/1.1 has.
 * A hundred headers are more than anybody sends; of a thousand and more, Node's parser forgets the last.
 */
const PLAIN_GET =
  /^GET (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+: ?[!-~](?:[ -~]*[!-~])?\r\n){1,100})\r\n$/;
const HEADER = /([^:]+): ?([^\r]+)\r\n/y;

/** What says something about where a request ends, or what becomes of the connection, other than a length. */
export const UNUSUAL: ReadonlySet<string> = new Set([
  "transfer-encoding",
  "trailer",
  "te",
  "expect",
  "upgrade",
  "http2-settings",
  "proxy-connection",
]);
const NOT_PLAIN: ReadonlySet<string> = new Set(["content-length", ...UNUSUAL]);

/**
 * Reads bytes that are a plain GET, whole and alone. Whatever else they are, even if HTTP allows it, gives nothing: then
 * a parser that knows all of HTTP has the word.
 */
export function plainGetIn(bytes: Buffer): PlainGet | undefined {
  const [, target, lines] = PLAIN_GET.exec(bytes.toString("latin1")) ?? [];
  if (target === undefined || lines === undefined) return undefined;
  const rawHeaders: string[] = [];
  let hosts = 0;
  for (const [name, value] of headersIn(lines)) {
    const known = name.toLowerCase();
    if (NOT_PLAIN.has(known)) return undefined;
    if (known === "connection" && value.toLowerCase() !== "keep-alive") return undefined;
    if (known === "host") hosts += 1;
    rawHeaders.push(name, value);
  }
  return hosts === 1 ? { target, rawHeaders } : undefined;
}

/** The names and values of header lines in the plainest spelling. */
export function headersIn(lines: string): readonly (readonly [name: string, value: string])[] {
  const headers: [string, string][] = [];
  HEADER.lastIndex = 0;
  for (let match = HEADER.exec(lines); match; match = HEADER.exec(lines))
    headers.push([match[1] ?? "", match[2] ?? ""]);
  return headers;
}
