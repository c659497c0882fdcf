import type { Socket } from "node:net";
import { type AdmissionRules, type AdmittedHead, admit } from "../admission.ts";
import type { HttpLimits } from "../limits.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { authorityOf, type GatewayRequest, type GatewayResponse, NO_BODY, requestOn } from "../request.ts";
import type { DirectSocket } from "../server/direct-socket.ts";
import type { InFlight } from "../server/in-flight.ts";
import { SerializedResponses } from "../server/serialize-response.ts";
import { FastConnection, type PartialRequest } from "./fast-connection.ts";
import { headOfPartialBody, isPartialHead, type PlainHead, plainGetIn } from "./plain-request.ts";

export interface FastLaneOptions extends AdmissionRules {
  readonly limits: HttpLimits;
  /** What answers a read from now on; undefined for a request that is no read. */
  readonly reader: (request: GatewayRequest) => (() => GatewayResponse | Promise<GatewayResponse>) | undefined;
  readonly inFlight: InFlight;
  /** Takes over a connection for good, with bytes that were read from it and not answered. */
  readonly handOver: (socket: Socket, unanswered: Buffer) => void;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  /** Ends a connection whose first request did not come in time, or broke off. */
  readonly refuse: (socket: Socket, refusal: Refusal) => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Answers plain reads straight from the bytes that arrive, without a parser for all of HTTP. A connection on which
 * anything else arrives is handed over to Node's own server.
 */
export class FastLane {
  readonly #options: FastLaneOptions;
  readonly #serialized: SerializedResponses;
  readonly #connections = new Set<FastConnection>();

  constructor(options: FastLaneOptions) {
    this.#options = options;
    this.#serialized = new SerializedResponses(options.limits.keepAliveMillis);
  }

  get connections(): number {
    return this.#connections.size;
  }

  take(socket: DirectSocket): void {
    const { limits, inFlight, handOver, onProven, refuse, onFault } = this.#options;
    const connection = new FastConnection(socket, {
      limits,
      inFlight,
      readerOf: (bytes) => this.#readerOf(bytes, socket),
      bytesOf: (response) => this.#serialized.bytesOf(response, Date.now()),
      partialIn: (bytes) => this.#partialIn(bytes, socket),
      onOther: (bytes) => handOver(socket, bytes),
      onRefused: (refusal) => refuse(socket, refusal),
      onProven: () => onProven(socket),
      onLeft: () => this.#connections.delete(connection),
      onFault,
    });
    this.#connections.add(connection);
  }

  /** No more requests are taken; responses in flight arrive, unless it is to be at once. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    for (const connection of this.#connections) connection.end({ atOnce });
  }

  /** What answers the requests of each connection is found anew. */
  forgetRequests(): void {
    for (const connection of this.#connections) connection.forgetRequest();
  }

  /** A request that its head alone refuses does not wait for its body. */
  #partialIn(bytes: Buffer, socket: Socket): PartialRequest | undefined {
    const { headerBytes, bodyBytes } = this.#options.limits;
    if (bytes.byteLength < headerBytes && isPartialHead(bytes)) return "head";
    const head = bytes.byteLength < headerBytes + bodyBytes ? headOfPartialBody(bytes, bodyBytes) : undefined;
    return head && !isRefusal(this.#admit(head, socket)) ? "body" : undefined;
  }

  #admit(head: PlainHead, socket: Socket): AdmittedHead | Refusal {
    return admit({ httpVersion: "1.1", localAuthority: authorityOf(socket), ...head }, this.#options);
  }

  #readerOf(bytes: Buffer, socket: Socket): (() => GatewayResponse | Promise<GatewayResponse>) | undefined {
    const { limits, reader } = this.#options;
    const get = bytes.byteLength <= limits.headerBytes ? plainGetIn(bytes) : undefined;
    if (!get) return undefined;
    const admitted = this.#admit(get, socket);
    // Headers of the fast lane are the same for all who ask.
    if (isRefusal(admitted) || admitted.isByAllowedOrigin) return undefined;
    return reader(requestOn(socket, { method: get.method, body: NO_BODY, ...admitted }));
  }
}
