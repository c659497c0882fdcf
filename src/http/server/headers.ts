import { STATUS_CODES } from "node:http";
import { lengthOf } from "../../present/pages/body.ts";
import type { Answer } from "../request.ts";

interface Headers {
  "Content-Type"?: string;
  "Content-Length"?: number;
  "Content-Encoding"?: string;
  ETag?: string;
  Vary?: string;
  Allow?: string;
  "Retry-After"?: number;
}

/** On every answer. */
const EVERYWHERE = {
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** A stream of events, which no proxy between us and the client may hold back. */
export const EVENT_STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "X-Accel-Buffering": "no",
  ...EVERYWHERE,
} as const;

/** The headers of an answer. One without a body to come has no more than what caches need. */
export function headersOf(answer: Answer): Readonly<Headers> {
  const { status, mediaType, body, length = lengthOf(body), encoding, tag, isPackable, allow } = answer;
  const headers: Headers = {};
  if (status !== 304) {
    headers["Content-Type"] = mediaType;
    if (length !== "unknown") headers["Content-Length"] = length;
    if (encoding !== undefined) headers["Content-Encoding"] = encoding;
  }
  if (tag !== undefined) headers.ETag = tag;
  if (isPackable) headers.Vary = "Accept-Encoding";
  if (allow !== undefined) headers.Allow = allow;
  if (answer.retryAfterSeconds !== undefined) headers["Retry-After"] = answer.retryAfterSeconds;
  return Object.assign(headers, EVERYWHERE);
}

/** The head of an answer as it is sent; `more` are the headers that belong to the connection. */
export function headOf(answer: Answer, more: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headersOf(answer), ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}\r\n`;
}

/** A whole answer, for a connection on which Node's own server gave up and which is closed after it. */
export const rawAnswer = (answer: Answer): Uint8Array =>
  Buffer.concat([Buffer.from(headOf(answer, { Connection: "close" }), "latin1"), ...answer.body]);
