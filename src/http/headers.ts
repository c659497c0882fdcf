import { STATUS_CODES } from "node:http";
import type { Answer } from "./answer.ts";

/** The headers of an answer; the last four are on every one. */
export const headersOf = ({ mediaType, body, allow }: Answer): Record<string, string | number> => ({
  "Content-Type": mediaType,
  "Content-Length": body.byteLength,
  ...(allow === undefined ? {} : { Allow: allow }),
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
});

/** A whole answer, for a connection on which Node's own server gave up and which is closed after it. */
export function rawAnswer(answer: Answer): Uint8Array {
  const lines = Object.entries(headersOf(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join("")}Connection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), answer.body]);
}
