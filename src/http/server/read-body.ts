import type { IncomingMessage } from "node:http";
import { NO_BODY } from "../request.ts";

type OnBody = (body: Uint8Array | "too-large") => void;

/**
 * Reads the bodies of requests. With pipelining, a request without a body is whole before the body ahead of it has
 * arrived, and must not be answered as if the request ahead had never been: it waits.
 */
export class BodyReader {
  /** On each connection with a body still to arrive, the requests behind that body. */
  readonly #waiting = new WeakMap<object, (() => void)[]>();

  read(request: IncomingMessage, mostBytes: number, onBody: OnBody): void {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding !== undefined || (length !== undefined && length !== "0")) {
      this.#gather(request, mostBytes, onBody);
      return;
    }
    const waiting = this.#waiting.get(request.socket);
    if (waiting) waiting.push(() => onBody(NO_BODY));
    else onBody(NO_BODY);
  }

  #gather(request: IncomingMessage, mostBytes: number, onBody: OnBody): void {
    const { socket } = request;
    const chunks: Uint8Array[] = [];
    const behind: (() => void)[] = [];
    let bytes = 0;
    this.#waiting.set(socket, behind);
    request.on("data", (chunk: Uint8Array) => {
      if (bytes > mostBytes) return;
      bytes += chunk.byteLength;
      if (bytes > mostBytes) onBody("too-large");
      else chunks.push(chunk);
    });
    request.on("end", () => {
      if (this.#waiting.get(socket) === behind) this.#waiting.delete(socket);
      if (bytes <= mostBytes) onBody(Buffer.concat(chunks));
      for (const next of behind) next();
    });
  }
}
