import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Body, lengthOf } from "../../../core/present/pages/body.ts";
import type { FairTurns } from "../../../shared/fair-turns.ts";
import type { HttpLimits } from "../limits.ts";
import type { GatewayResponse } from "../request.ts";
import type { InFlight, Sending } from "./in-flight.ts";
import { headersOf, lastResponseBytes, SerializedResponses } from "./serialize-response.ts";
import { SLICE_BYTES, SlicedWrite, type SlicedWriteOptions } from "./sliced-write.ts";

interface ResponseSenderOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
  /** Where large responses wait for the turn of their client. */
  readonly turns: FairTurns;
}

/** A response, and whom it goes to. */
interface Addressed {
  readonly response: GatewayResponse;
  readonly socket: Socket;
  readonly clientAddress: string;
}

/** Written behind a response, to learn that all before it was taken. */
const NOTHING = new Uint8Array(0);

/** Larger responses are written in the turns of their clients. */
const LARGE_BYTES = 1024 * 1024;

/**
 * So many large responses may be under way before they are written slice by slice. For a client that does not read, the
 * kernel copies megabytes in one go: 200 such clients made others wait for a second. Slices cost a client that reads a
 * third of its rate.
 */
const MOST_UNSLICED = 8;

/** Writes every response of a listener. A client that does not take its response in time loses its connection. */
export class ResponseSender {
  readonly #options: ResponseSenderOptions;
  readonly #serialized: SerializedResponses;
  #largeUnderWay = 0;

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
    if (isLarge(bytes)) {
      const sending = this.#watch(addressed, bytes);
      this.#writeLarge(addressed, { sink: socket, body: bytes, onTaken });
      return sending;
    }
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
    if (isLarge(response.body)) {
      this.#endOnFinish(nodeResponse, addressed);
      nodeResponse.uncork();
      const onTaken = () => nodeResponse.end();
      this.#writeLarge(addressed, { sink: nodeResponse, body: response.body, onTaken });
      return;
    }
    for (const page of response.body) nodeResponse.write(page);
    nodeResponse.end();
    if (socket.writableLength > 0) this.#endOnFinish(nodeResponse, addressed);
  }

  /** Writes the last response on a connection, behind which nothing more is read. */
  sendLast(stream: { end(bytes: Uint8Array): unknown }, response: GatewayResponse): void {
    stream.end(lastResponseBytes(response));
  }

  #writeLarge(
    { clientAddress, socket }: Addressed,
    write: Pick<SlicedWriteOptions, "sink" | "body" | "onTaken">,
  ): void {
    this.#largeUnderWay += 1;
    let isOver = false;
    const end = () => {
      if (!isOver) this.#largeUnderWay -= 1;
      isOver = true;
      socket.off("close", end);
    };
    socket.once("close", end);
    const onTaken = () => {
      end();
      write.onTaken();
    };
    const sliceBytes = this.#largeUnderWay > MOST_UNSLICED ? SLICE_BYTES : Number.POSITIVE_INFINITY;
    new SlicedWrite({ ...write, onTaken, sliceBytes, clientAddress, turns: this.#options.turns }).begin();
  }

  #endOnFinish(nodeResponse: ServerResponse, addressed: Addressed): void {
    const sending = this.#watch(addressed, addressed.response.body);
    nodeResponse.once("finish", () => sending.end());
  }

  /** What the kernel has not taken counts, and must be taken in time. */
  #watch({ socket, response, clientAddress: address }: Addressed, bytes: Body): Sending {
    const deadline = setTimeout(() => socket.destroy(), this.#options.limits.sendMillis);
    const handed = { connection: socket, address, response, bytes };
    return this.#options.inFlight.begin(handed, () => clearTimeout(deadline));
  }
}

const isLarge = (bytes: Body): boolean =>
  bytes.length > 1 ? lengthOf(bytes) > LARGE_BYTES : (bytes[0]?.byteLength ?? 0) > LARGE_BYTES;

/** What a response varies by of itself, and by where it goes. */
function varyingAlsoBy(also: number | string | string[] | undefined, headers: ReturnType<typeof headersOf>) {
  if (also === undefined) return headers;
  return { ...headers, Vary: headers.Vary === undefined ? String(also) : `${headers.Vary}, ${also}` };
}
