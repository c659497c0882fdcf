import type { Socket } from "node:net";
import type { RequestLog } from "../request-log.ts";
import type { Rules } from "../rules.ts";
import { HttpExchange } from "./http-exchange.ts";
import type { HttpHead } from "./http-head.ts";
import { HttpReader, type Piece } from "./http-reader.ts";
import { type LateBy, straight, type WayOut } from "./way-out.ts";

export interface HttpRelayOptions extends LateBy {
  readonly rules: Rules;
  readonly log: RequestLog;
}

/** Of requests that come before the last one is answered; a client that sends more waits. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** Passes on what a client and the gateway say to each other, byte by byte, one request after the other. */
export class HttpConnection {
  readonly #options: HttpRelayOptions;
  readonly #client: Socket;
  readonly #gateway: Socket;
  readonly #way: WayOut;
  readonly #requests = new HttpReader(() => "length");
  readonly #answers = new HttpReader((head) => (this.#hasNoBody(head) ? "none" : "until-close"));
  #exchange: HttpExchange | undefined;
  /** Whether the request under way came whole. */
  #isAsked = false;
  #hasClientEnded = false;

  constructor(client: Socket, gateway: Socket, options: HttpRelayOptions) {
    this.#options = options;
    this.#client = client;
    this.#gateway = gateway;
    this.#way = straight(client, gateway);
    client.on("data", (bytes) => {
      this.#requests.push(bytes);
      this.#passRequests();
      if (this.#requests.waitingBytes > MOST_WAITING_BYTES) client.pause();
    });
    gateway.on("data", (bytes) => {
      this.#answers.push(bytes);
      this.#passAnswers();
    });
    client.on("end", () => {
      this.#hasClientEnded = true;
      this.#exchange?.clientEnded();
      this.#endGateway();
    });
    gateway.on("end", () => this.#endClient());
    client.on("close", () => this.#exchange?.abandon());
    gateway.on("close", (isBroken) => {
      this.#exchange?.gatewayEnded();
      if (isBroken && !this.#exchange?.isStuck) client.resetAndDestroy();
    });
  }

  /** Requests that come before the last one is answered wait here. */
  #passRequests(): void {
    while (!this.#isAsked) {
      const piece = this.#requests.next();
      if (!piece) break;
      this.#passRequest(piece);
    }
    this.#endGateway();
  }

  #passRequest(piece: Piece): void {
    if (piece.kind === "head") {
      this.#begin(piece.head);
    } else if (this.#exchange) {
      this.#isAsked = piece.kind === "end";
      this.#exchange.ask(piece);
    } else {
      // The gateway may have answered before it received the whole request.
      this.#gateway.write(piece.bytes);
    }
  }

  #begin(request: HttpHead): void {
    this.#exchange = new HttpExchange(request, {
      ...this.#options,
      way: this.#way,
      toGateway: (bytes) => this.#gateway.write(bytes),
      cut: () => this.#client.resetAndDestroy(),
      onOver: () => this.#over(),
    });
  }

  #over(): void {
    this.#exchange = undefined;
    this.#isAsked = false;
    this.#passRequests();
    if (this.#requests.waitingBytes <= MOST_WAITING_BYTES) this.#client.resume();
  }

  #passAnswers(): void {
    for (let piece = this.#answers.next(); piece; piece = this.#answers.next()) {
      if (this.#exchange && piece.kind !== "opaque") this.#exchange.hear(piece);
      else this.#way.write(piece.bytes);
    }
  }

  #hasNoBody({ line: [, status] }: HttpHead): boolean {
    return this.#exchange?.isHeadOnly === true || /^(1\d\d|204|304)$/.test(status);
  }

  #endGateway(): void {
    if (!this.#hasClientEnded || this.#isAsked) return;
    this.#requests.passThrough();
    const rest = this.#requests.next();
    if (rest) this.#gateway.write(rest.bytes);
    this.#gateway.end();
  }

  /** An answer without a length ends with its connection; what is late is late for that too. */
  #endClient(): void {
    const exchange = this.#exchange;
    if (exchange?.isStuck) return;
    exchange?.hear({ kind: "end", bytes: Buffer.alloc(0) });
    if (exchange) exchange.afterwards(() => this.#client.end());
    else this.#client.end();
  }
}
