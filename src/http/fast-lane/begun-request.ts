import type { Head } from "../admission.ts";
import { headersIn, UNUSUAL } from "./plain-get.ts";

const METHOD = "(?:GET|HEAD|PUT|POST|DELETE|PATCH|OPTIONS)";
const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]";
const REQUEST_LINE = `${METHOD} /[!-~]* HTTP/1\\.1\r\n`;
const HEADER_LINE = `${TOKEN}+:[\t -~]*\r\n`;
const PLAIN_HEADER_LINE = `${TOKEN}+: ?[!-~](?:[ -~]*[!-~])?\r\n`;

/** A request line, or header lines behind one, up to the middle of any of them. */
const BEGUN = new RegExp(
  [
    `^${METHOD} (?:/[!-~]*(?: [HTP/1.]{0,8}\r?)?)?$`,
    `^${REQUEST_LINE}(?:${HEADER_LINE})*(?:\r|${TOKEN}*|${TOKEN}+:[\t -~]*\r?)$`,
  ].join("|"),
);

/**
 * Whether nothing is wrong with bytes but that the end of a request's head is still to come. They are in the plainest
 * spelling that HTTP/1.1 has, with a method that exists: whatever else begins otherwise is refused at its first wrong
 * byte by a parser that knows all of HTTP.
 */
export const isBegunRequest = (bytes: Buffer): boolean => BEGUN.test(bytes.toString("latin1"));

/** The head of a request whose body is still to come. */
export type BegunBody = Pick<Head, "method" | "target" | "rawHeaders">;

const HEAD = new RegExp(`^(PUT|POST) (/[!-~]*) HTTP/1\\.1\r\n((?:${PLAIN_HEADER_LINE}){1,100})\r\n`);
const LENGTH = /^\d{1,9}$/;

/** A plain head whose body has so many bytes at the most, not all of which are there. */
export function begunBodyIn(bytes: Buffer, mostBytes: number): BegunBody | undefined {
  const [head, method, target, lines] = HEAD.exec(bytes.toString("latin1")) ?? [];
  if (head === undefined || method === undefined || target === undefined || lines === undefined) return undefined;
  const headers = headersIn(lines);
  const valuesOf = (wanted: string) =>
    headers.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
  const [length = "", ...others] = valuesOf("content-length");
  const missing = head.length + Number(length) - bytes.byteLength;
  const isPlain = !headers.some(([name]) => UNUSUAL.has(name.toLowerCase()));
  const isBegun = isPlain && others.length === 0 && LENGTH.test(length) && Number(length) <= mostBytes && missing > 0;
  return isBegun ? { method, target, rawHeaders: headers.flat() } : undefined;
}
