import type { Socket } from "node:net";
import { type Admitted, admit } from "../admission.ts";
import type { HttpLimits } from "../limits.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import type { Answer, Question } from "../request.ts";
import type { DirectSocket } from "../server/direct-socket.ts";
import type { InFlight } from "../server/in-flight.ts";
import { authorityOf, plainAddress } from "../server/plain-address.ts";
import { ReadyBytes } from "../server/ready-bytes.ts";
import { type BegunBody, begunBodyIn, isBegunRequest } from "./begun-request.ts";
import { type Begun, FastConnection } from "./fast-connection.ts";
import { plainGetIn } from "./plain-get.ts";

export interface FastLaneOptions {
  readonly limits: HttpLimits;
  /** Host names with a dot under which we answer all the same. */
  readonly ownNames: readonly string[];
  /** What answers a read from now on; nothing for whatever else is asked. */
  readonly reader: (question: Question) => (() => Answer | Promise<Answer>) | undefined;
  readonly inFlight: InFlight;
  /** Takes over a connection for good, with bytes that were read of it and not answered. */
  readonly handOver: (socket: Socket, unanswered: Buffer) => void;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  /** Ends a connection on which nothing was asked in time, or as a whole. */
  readonly refuse: (socket: Socket, refusal: Refusal) => void;
  readonly onFault: (fault: unknown) => void;
}

const NO_BODY = new Uint8Array();

/**
 * Answers plain reads straight from the bytes that arrive, without a parser for all of HTTP. Whatever else comes is
 * handed over, and its connection with it.
 */
export class FastLane {
  readonly #options: FastLaneOptions;
  readonly #ready: ReadyBytes;
  readonly #connections = new Set<FastConnection>();

  constructor(options: FastLaneOptions) {
    this.#options = options;
    this.#ready = new ReadyBytes(options.limits.keepAliveMillis);
  }

  take(socket: DirectSocket): void {
    const { limits, inFlight, handOver, onProven, refuse, onFault } = this.#options;
    const connection = new FastConnection(socket, {
      limits,
      inFlight,
      readerOf: (bytes) => this.#readerOf(bytes, socket),
      bytesOf: (answer) => this.#ready.of(answer, Date.now()),
      begunIn: (bytes) => this.#begunIn(bytes, socket),
      onOther: (bytes) => handOver(socket, bytes),
      onRefused: (refusal) => refuse(socket, refusal),
      onProven: () => onProven(socket),
      onLeft: () => this.#connections.delete(connection),
      onFault,
    });
    this.#connections.add(connection);
  }

  /** Nobody is waited for any more; answers on their way arrive, unless it is to be at once. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    for (const connection of this.#connections) connection.end({ atOnce });
  }

  /** What the head alone refuses waits for no body. */
  #begunIn(bytes: Buffer, socket: Socket): Begun | undefined {
    const { headerBytes, bodyBytes } = this.#options.limits;
    if (bytes.byteLength < headerBytes && isBegunRequest(bytes)) return "head";
    const body = bytes.byteLength < headerBytes + bodyBytes ? begunBodyIn(bytes, bodyBytes) : undefined;
    return body && !isRefusal(this.#admit(body, socket)) ? "body" : undefined;
  }

  #admit(head: BegunBody, socket: Socket): Admitted | Refusal {
    const { limits, ownNames } = this.#options;
    return admit({ httpVersion: "1.1", localAuthority: authorityOf(socket), ...head }, limits, ownNames);
  }

  #readerOf(bytes: Buffer, socket: Socket): (() => Answer | Promise<Answer>) | undefined {
    const { limits, reader } = this.#options;
    const get = bytes.byteLength <= limits.headerBytes ? plainGetIn(bytes) : undefined;
    if (!get) return undefined;
    const admitted = this.#admit({ method: "GET", ...get }, socket);
    if (isRefusal(admitted)) return undefined;
    const [clientAddress, ownAddress] = [plainAddress(socket.remoteAddress), plainAddress(socket.localAddress)];
    return reader({ method: "GET", clientAddress, ownAddress, body: NO_BODY, ...admitted });
  }
}
