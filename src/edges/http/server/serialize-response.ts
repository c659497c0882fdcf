import { STATUS_CODES } from "node:http";
import { type Body, lengthOf } from "../../../core/present/pages/body.ts";
import type { GatewayResponse } from "../request.ts";

interface Headers {
  "Content-Type"?: string;
  "Content-Length"?: number;
  "Content-Encoding"?: string;
  ETag?: string;
  Vary?: string;
  Allow?: string;
  "Retry-After"?: number;
}

/** On every response. */
const COMMON_HEADERS = {
  "Cache-Control": "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** A stream of events, which no proxy between us and the client may hold back. */
export const EVENT_STREAM_HEADERS = {
  "Content-Type": "text/event-stream",
  "X-Accel-Buffering": "no",
  ...COMMON_HEADERS,
} as const;

/** Lines of JSON, as a command of the operator's says them. */
export const COMMAND_STREAM_HEADERS = {
  ...COMMON_HEADERS,
  "Content-Type": "application/x-ndjson",
  "X-Accel-Buffering": "no",
  "Cache-Control": "no-store",
} as const;

/** A 304 has no more headers than caches need. */
export function headersOf(response: GatewayResponse): Readonly<Headers> {
  const { status, mediaType, body, length = lengthOf(body), encoding, tag, isCompressible, allow } = response;
  const headers: Headers = {};
  if (status !== 304) {
    headers["Content-Type"] = mediaType;
    if (length !== "unknown") headers["Content-Length"] = length;
    if (encoding !== undefined) headers["Content-Encoding"] = encoding;
  }
  if (tag !== undefined) headers.ETag = tag;
  if (isCompressible) headers.Vary = "Accept-Encoding";
  if (allow !== undefined) headers.Allow = allow;
  if (response.retryAfterSeconds !== undefined) headers["Retry-After"] = response.retryAfterSeconds;
  return Object.assign(headers, COMMON_HEADERS, response.headers);
}

/** The status line and headers as they are sent; `more` are the headers that belong to the connection. */
function headOf(response: GatewayResponse, more: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ ...headersOf(response), ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = response;
  return Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n`, "latin1");
}

/** The last response on a connection that Node's own server gave up. */
export const lastResponseBytes = (response: GatewayResponse): Uint8Array =>
  Buffer.concat([headOf(response, { Connection: "close" }), ...response.body]);

/** Up to here head and body are copied into one piece, which is sent faster than several. */
const ONE_PIECE_BYTES = 64 * 1024;
/** Up to here the body is, once it has held for more than a second: to copy a body that changes all the time gains nothing. */
const LASTING_BYTES = 1024 * 1024;

interface Serialized {
  readonly second: number;
  readonly body: Body;
  readonly bytes: Body;
}

/** Responses as they are sent on connections that stay open, remembered for as long as the date in them is right. */
export class SerializedResponses {
  readonly #serialized = new WeakMap<GatewayResponse, Serialized>();
  readonly #keepAlive: string;

  constructor(keepAliveMillis: number) {
    this.#keepAlive = `timeout=${Math.floor(keepAliveMillis / 1000)}`;
  }

  bytesOf(response: GatewayResponse, nowMillis: number): Body {
    const second = Math.floor(nowMillis / 1000);
    const known = this.#serialized.get(response);
    if (known?.second === second) return known.bytes;
    const body = known ? joined(known.body, LASTING_BYTES) : response.body;
    const more = {
      Date: new Date(second * 1000).toUTCString(),
      Connection: "keep-alive",
      "Keep-Alive": this.#keepAlive,
    };
    const bytes = joined([headOf(response, more), ...body], ONE_PIECE_BYTES);
    this.#serialized.set(response, { second, body, bytes });
    return bytes;
  }
}

/** In one piece, unless that would be a large one. */
const joined = (body: Body, mostBytes: number): Body =>
  body.length > 1 && lengthOf(body) <= mostBytes ? [Buffer.concat(body)] : body;
