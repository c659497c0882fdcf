import { STATUS_CODES } from "node:http";
import type { Answer } from "./question.ts";

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

/** The headers of an answer. */
export const headersOf = ({ mediaType, body, allow }: Answer): Record<string, string | number> => ({
  "Content-Type": mediaType,
  "Content-Length": body.byteLength,
  ...(allow === undefined ? {} : { Allow: allow }),
  ...EVERYWHERE,
});

/** A whole answer, for a connection on which Node's own server gave up and which is closed after it. */
export function rawAnswer(answer: Answer): Uint8Array {
  const lines = Object.entries(headersOf(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}Connection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), answer.body]);
}
