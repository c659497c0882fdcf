import { NO_BODY } from "../request.ts";
import type { NodeExchange } from "./ordinary-lane.ts";

type OnBody = (body: Uint8Array | "too-large" | "busy") => void;

type Exchange = Pick<NodeExchange, "request" | "response">;

/** Reads the bodies of requests, up to a number of bytes for all requests in work together. */
export class BodyReader {
  readonly #mostBytes: number;
  #gatheredBytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Gives the body once all of it has come; one that is too large is read to its end, and not kept. */
  read(exchange: Exchange, mostBytes: number, onBody: OnBody): void {
    const { "content-length": length, "transfer-encoding": encoding } = exchange.request.headers;
    if (encoding !== undefined || (length !== undefined && length !== "0")) this.#gather(exchange, mostBytes, onBody);
    else onBody(NO_BODY);
  }

  #gather({ request, response }: Exchange, mostBytes: number, onBody: OnBody): void {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    let isRefused = false;
    const release = () => {
      chunks.length = 0;
      this.#gatheredBytes -= bytes;
      bytes = 0;
    };
    request.on("data", (chunk: Uint8Array) => {
      if (isRefused) return;
      chunks.push(chunk);
      bytes += chunk.byteLength;
      this.#gatheredBytes += chunk.byteLength;
      const isTooLarge = bytes > mostBytes;
      isRefused = isTooLarge || this.#gatheredBytes > this.#mostBytes;
      if (isRefused) onBody(isTooLarge ? "too-large" : "busy");
    });
    request.once("end", () => {
      if (!isRefused) onBody(Buffer.concat(chunks.splice(0)));
    });
    response.once("close", release);
  }
}
