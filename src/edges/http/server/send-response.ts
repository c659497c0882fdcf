import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Body } from "../../../core/present/pages/body.ts";
import type { HttpLimits } from "../limits.ts";
import type { GatewayResponse } from "../request.ts";
import type { InFlight, Sending } from "./in-flight.ts";
import { headersOf, lastResponseBytes, SerializedResponses } from "./serialize-response.ts";

interface ResponseSenderOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
}

/** A response, and whom it goes to. */
interface Addressed {
  readonly response: GatewayResponse;
  readonly socket: Socket;
  readonly clientAddress: string;
}

/** Written behind a response, to learn that all before it was taken. */
const NOTHING = new Uint8Array(0);

/** Writes every response of a listener. A client that does not take its response in time loses its connection. */
export class ResponseSender {
  readonly #options: ResponseSenderOptions;
  readonly #serialized: SerializedResponses;

  constructor(options: ResponseSenderOptions) {
    this.#options = options;
    this.#serialized = new SerializedResponses(options.limits.keepAliveMillis);
  }

  /**
   * Writes a response to a connection that stays open. Undefined where the kernel has taken all of it, which is nearly
   * always so; otherwise `onTaken` is called once it has.
   */
  send(addressed: Addressed, onTaken: () => void): Sending | undefined {
    const { socket, response } = addressed;
    const bytes = this.#serialized.bytesOf(response, Date.now());
    if (bytes.length > 1) socket.cork();
    for (const page of bytes) socket.write(page);
    if (bytes.length > 1) socket.uncork();
    if (socket.writableLength === 0) return undefined;
    socket.write(NOTHING, onTaken);
    return this.#watch(addressed, bytes);
  }

  /** Writes a response by Node's own server, which knows whether the connection stays open. */
  sendByNode(nodeResponse: ServerResponse, addressed: Addressed & { readonly isLast: boolean }): void {
    const { socket, response, isLast } = addressed;
    const headers = varyingAlsoBy(nodeResponse.getHeader("vary"), headersOf(response));
    nodeResponse.writeHead(response.status, isLast ? { ...headers, Connection: "close" } : headers);
    nodeResponse.cork();
    // By itself: with bytes, Node puts the head of a response that waits ahead of a "100 Continue" that waits with it.
    nodeResponse.flushHeaders();
    for (const page of response.body) nodeResponse.write(page);
    nodeResponse.end();
    if (socket.writableLength === 0) return;
    const sending = this.#watch(addressed, response.body);
    nodeResponse.once("finish", () => sending.end());
  }

  /** Writes the last response on a connection, behind which nothing more is read. */
  sendLast(stream: { end(bytes: Uint8Array): unknown }, response: GatewayResponse): void {
    stream.end(lastResponseBytes(response));
  }

  /** What the kernel has not taken counts, and must be taken in time. */
  #watch({ socket, response, clientAddress: address }: Addressed, bytes: Body): Sending {
    const deadline = setTimeout(() => socket.destroy(), this.#options.limits.sendMillis);
    const handed = { connection: socket, address, response, bytes };
    return this.#options.inFlight.begin(handed, () => clearTimeout(deadline));
  }
}

/** What a response varies by of itself, and by where it goes. */
function varyingAlsoBy(also: number | string | string[] | undefined, headers: ReturnType<typeof headersOf>) {
  if (also === undefined) return headers;
  return { ...headers, Vary: headers.Vary === undefined ? String(also) : `${headers.Vary}, ${also}` };
}
