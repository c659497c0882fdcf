import type { Socket } from "node:net";
import { type AdmissionRules, type AdmittedHead, admit } from "../admission.ts";
import type { Forwarding } from "../forwarding.ts";
import type { HttpLimits } from "../limits.ts";
import { isRefusal, type Refusal } from "../refusal.ts";
import { authorityOf, type GatewayRequest, NO_BODY, type Read, requestOn } from "../request.ts";
import type { ResponseSender } from "../server/send-response.ts";
import { FastConnection, type PlainRead } from "./fast-connection.ts";
import { FirstRequest } from "./first-request.ts";
import { type PlainHead, plainGetIn } from "./plain-request.ts";

export interface FastLaneOptions extends AdmissionRules {
  readonly limits: HttpLimits;
  /** What answers a read from now on; undefined for a request that is no read. */
  readonly reader: (request: GatewayRequest) => Read | undefined;
  readonly sender: ResponseSender;
  readonly forwarding: Forwarding;
  /** Takes over a connection for good, with bytes that were read from it and not answered. */
  readonly handOver: (socket: Socket, unanswered: Buffer) => void;
  /** A whole request has come on a connection. */
  readonly onProven: (socket: Socket) => void;
  /** Ends a connection whose first request did not come in time, or broke off. */
  readonly refuse: (socket: Socket, refusal: Refusal) => void;
  readonly onLeft: (connection: FastConnection) => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Answers plain reads straight from the bytes that arrive, without a parser for all of HTTP. A connection on which
 * anything else arrives is handed over to Node's own server.
 */
export class FastLane {
  readonly #options: FastLaneOptions;
  readonly #connections = new Set<FastConnection>();

  constructor(options: FastLaneOptions) {
    this.#options = options;
  }

  get connections(): number {
    return this.#connections.size;
  }

  take(socket: Socket): FastConnection {
    const { limits, sender, handOver, onProven, refuse, onLeft, onFault } = this.#options;
    const connection = new FastConnection(socket, {
      limits,
      sender,
      readerOf: (bytes) => this.#readerOf(bytes, socket),
      firstRequest: () => new FirstRequest(limits, (head) => !isRefusal(this.#admit(head, socket))),
      onOther: (bytes) => handOver(socket, bytes),
      onRefused: (refusal) => refuse(socket, refusal),
      onProven: () => onProven(socket),
      onLeft: () => {
        this.#connections.delete(connection);
        onLeft(connection);
      },
      onFault,
    });
    this.#connections.add(connection);
    return connection;
  }

  /** What answers the requests of each connection is found anew. */
  forgetRequests(): void {
    for (const connection of this.#connections) connection.forgetRequest();
  }

  #admit(head: PlainHead, socket: Socket): AdmittedHead | Refusal {
    const { scheme } = this.#options.forwarding.clientOf(socket, head.rawHeaders);
    return admit({ httpVersion: "1.1", localAuthority: authorityOf(socket), scheme, ...head }, this.#options);
  }

  #readerOf(bytes: Buffer, socket: Socket): PlainRead | undefined {
    const { limits, reader, forwarding } = this.#options;
    const get = bytes.byteLength <= limits.headerBytes ? plainGetIn(bytes) : undefined;
    if (!get) return undefined;
    const admitted = this.#admit(get, socket);
    // Headers of the fast lane are the same for all who ask.
    if (isRefusal(admitted) || admitted.isByAllowedOrigin) return undefined;
    const client = forwarding.clientOf(socket, get.rawHeaders);
    const request = requestOn(socket, { method: get.method, body: NO_BODY, ...admitted, ...client });
    const read = reader(request);
    return read && { clientAddress: request.clientAddress, read };
  }
}
