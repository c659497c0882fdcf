import type { RequestHead } from "../request-head.ts";

/** The head of a request in the plainest spelling of HTTP/1.1. */
export type PlainHead = Pick<RequestHead, "method" | "target" | "rawHeaders">;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]";
/** A name, a colon, at most one blank, and a value without blanks around it. */
const PLAIN_HEADER_LINE = `${TOKEN}+: ?[!-~](?:[ -~]*[!-~])?\r\n`;
const HEADER = /([^:]+): ?([^\r]+)\r\n/g;

/** A hundred headers are more than any client sends; of a thousand and more, Node's parser drops the last. */
const plainHead = (methods: string): string =>
  `^(${methods}) (/[!-~]*) HTTP/1\\.1\r\n((?:${PLAIN_HEADER_LINE}){1,100})\r\n`;

/** One request without a body, and no byte more. */
const PLAIN_GET = new RegExp(`${plainHead("GET")}$`);
const HEAD_OF_BODY = new RegExp(plainHead("PUT|POST"));

/** Headers that say where a request ends other than by a length, or what becomes of the connection. */
const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  "transfer-encoding",
  "trailer",
  "te",
  "expect",
  "upgrade",
  "http2-settings",
  "proxy-connection",
]);

interface Header {
  /** In small letters. */
  readonly name: string;
  readonly value: string;
}

/** What a pattern of plain heads matches at the beginning of bytes. */
interface HeadMatch {
  readonly head: PlainHead;
  readonly length: number;
  readonly headers: readonly Header[];
}

function matchHead(pattern: RegExp, bytes: Buffer): HeadMatch | undefined {
  const [head, method, target, lines] = pattern.exec(bytes.toString("latin1")) ?? [];
  if (head === undefined || method === undefined || target === undefined || lines === undefined) return undefined;
  const rawHeaders: string[] = [];
  const headers: Header[] = [];
  for (const [, name = "", value = ""] of lines.matchAll(HEADER)) {
    rawHeaders.push(name, value);
    headers.push({ name: name.toLowerCase(), value });
  }
  return { head: { method, target, rawHeaders }, length: head.length, headers };
}

/**
 * The head of bytes that are one plain GET, whole and alone. Whatever else they are, even if HTTP allows it, is left to a
 * parser that knows all of HTTP.
 */
export function plainGetIn(bytes: Buffer): PlainHead | undefined {
  const match = matchHead(PLAIN_GET, bytes);
  if (!match?.headers.every(isPlainForGet)) return undefined;
  return match.headers.filter(({ name }) => name === "host").length === 1 ? match.head : undefined;
}

const isPlainForGet = ({ name, value }: Header): boolean =>
  name !== "content-length" &&
  !FRAMING_HEADERS.has(name) &&
  (name !== "connection" || value.toLowerCase() === "keep-alive");

const METHOD = "(?:GET|HEAD|PUT|POST|DELETE|PATCH|OPTIONS)";
const HEADER_LINE = `${TOKEN}+:[\t -~]*\r\n`;

/** A request line, or header lines behind a request line, up to the middle of any of them. */
const PARTIAL_HEAD = new RegExp(
  [
    `^${METHOD} (?:/[!-~]*(?: [HTP/1.]{0,8}\r?)?)?$`,
    `^${METHOD} /[!-~]* HTTP/1\\.1\r\n(?:${HEADER_LINE})*(?:\r|${TOKEN}*|${TOKEN}+:[\t -~]*\r?)$`,
  ].join("|"),
);

/**
 * Whether bytes are the beginning of a request's head and nothing is wrong with them. Bytes that begin otherwise are
 * refused at their first wrong byte by a parser that knows all of HTTP.
 */
export const isPartialHead = (bytes: Buffer): boolean => PARTIAL_HEAD.test(bytes.toString("latin1"));

const REQUEST_LINE = new RegExp(`^${METHOD} /[!-~]* HTTP/1\\.1\r$`);
const WHOLE_HEADER_LINE = new RegExp(`^${TOKEN}+:[\t -~]*\r$`);

/** Whether a line, up to its line feed, is one of a head. */
export const isRequestLine = (line: string): boolean => REQUEST_LINE.test(line);
export const isHeaderLine = (line: string): boolean => WHOLE_HEADER_LINE.test(line);

/** Whether a part of a line has no byte that no line of a head has. */
export const isPartOfLine = (text: string): boolean => /^[\t -~]*\r?$/.test(text);

const LENGTH = /^\d{1,9}$/;

/** The plain head of a request whose body has at most so many bytes and is not whole yet, and how long both are. */
export function headOfPartialBody(
  bytes: Buffer,
  mostBytes: number,
): { readonly head: PlainHead; readonly wholeLength: number } | undefined {
  const match = matchHead(HEAD_OF_BODY, bytes);
  if (!match || match.headers.some(({ name }) => FRAMING_HEADERS.has(name))) return undefined;
  const [length, ...others] = match.headers.filter(({ name }) => name === "content-length");
  if (!length || others.length > 0 || !LENGTH.test(length.value) || Number(length.value) > mostBytes) return undefined;
  const wholeLength = match.length + Number(length.value);
  return wholeLength > bytes.byteLength ? { head: match.head, wholeLength } : undefined;
}
