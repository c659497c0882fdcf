import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endOnError } from "../../../shared/connection-faults.ts";
import type { FairTurns } from "../../../shared/fair-turns.ts";
import type { HttpLimits } from "../limits.ts";
import { plainAddress } from "../request.ts";
import type { OpenConnection } from "./connections.ts";
import { GRACE_MILLIS, IdleTimer } from "./idle-timer.ts";
import { OneRequestSocket } from "./one-request-socket.ts";

/** A large body has as long as it takes on a slow line: 256 KiB a second. */
const SLOWEST_BYTES_PER_MILLI = 256;

interface OrdinaryConnectionOptions {
  readonly limits: HttpLimits;
  /** Where each connection waits for its turn to send its next request. */
  readonly turns: FairTurns;
  /** A request did not come in time. */
  readonly onTimedOut: () => void;
  readonly onLeft: () => void;
  readonly onFault: (fault: unknown) => void;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** One connection whose requests Node's own server parses, one after the other. */
export class OrdinaryConnection implements OpenConnection {
  readonly socket: Socket;
  /** The connection as Node's server has it. */
  readonly stream: OneRequestSocket;
  readonly #options: OrdinaryConnectionOptions;
  readonly #timer = new IdleTimer(() => this.#onTimeout());
  /** The request in work, or one that was answered before its body had come. */
  #exchange: Exchange | undefined;
  #isRequestBegun: boolean;
  #begunMillis = performance.now();
  #isSending = false;
  #isEnding = false;
  /** Who sent the last request: behind a proxy, connections are shared by many. */
  clientAddress: string;

  /** `unanswered` was read from the socket already. */
  constructor(socket: Socket, unanswered: Buffer | undefined, options: OrdinaryConnectionOptions) {
    this.socket = socket;
    this.clientAddress = plainAddress(socket.remoteAddress);
    this.#options = options;
    this.#isRequestBegun = unanswered !== undefined;
    const { onFault, turns, limits } = options;
    const later = (goOn: () => void) => turns.runLater(this.clientAddress, goOn);
    const passing = { onBytes: this.#onBytes, later, mostDroppedBytes: limits.droppedBytes, onFault };
    this.stream = endOnError(new OneRequestSocket(socket, unanswered, passing));
    this.#timer.start(limits.headersMillis);
    this.stream.once("finish", () => this.#timer.start(limits.requestMillis));
    this.stream.once("close", () => {
      this.#timer.stop();
      options.onLeft();
    });
  }

  get state(): OpenConnection["state"] {
    if (!this.#exchange) return "idle";
    return this.#isSending || this.#exchange.response.writableEnded ? "sending" : "working";
  }

  get idleTicks(): number {
    return this.#timer.idleTicks;
  }

  /** Whether the response to the request in work is the last one. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Whether the request in work has its response, or a part of it, already. */
  get isAnswered(): boolean {
    return this.#exchange?.response.headersSent ?? false;
  }

  /** A request has come; the next one passes once this one is answered and it is this client's turn. */
  begin(exchange: Exchange): void {
    const { turns } = this.#options;
    const { request, response } = exchange;
    this.#exchange = exchange;
    this.#isRequestBegun = true;
    this.stream.begin(request);
    this.awaitBody(0);
    response.once("close", () => turns.run(this.clientAddress, this.#next));
  }

  /** The head of the request in work is there, and a body of so many bytes may come. */
  awaitBody(bytes: number): void {
    const wholeMillis = this.#options.limits.requestMillis + bytes / SLOWEST_BYTES_PER_MILLI;
    this.#timer.start(Math.max(this.#begunMillis + wholeMillis - performance.now(), 1));
  }

  /** The body of the request in work is refused: its rest is not waited for, and no other request comes behind it. */
  refuseBody(): void {
    this.#isEnding = true;
    this.stream.dropRest();
  }

  /** The request in work is there, with its body. */
  arrived(): void {
    this.#timer.stop();
  }

  /** The response is whole; what is left is to send it. */
  sending(): void {
    this.#isSending = true;
  }

  end({ atOnce }: { readonly atOnce: boolean }): void {
    this.#isEnding = true;
    if (atOnce) this.stream.destroy();
    else if (!this.#exchange) this.stream.end();
  }

  readonly #next = (): void => {
    const { limits } = this.#options;
    if (this.stream.destroyed || this.stream.writableEnded) return;
    if (this.#exchange?.request.complete) this.#forget(limits.keepAliveMillis + GRACE_MILLIS);
    if (this.#isEnding) this.stream.end();
    else this.stream.next();
  };

  #forget(nextMillis: number): void {
    this.#exchange = undefined;
    this.#isSending = false;
    this.#isRequestBegun = false;
    this.#timer.start(nextMillis);
  }

  readonly #onBytes = (): void => {
    if (this.#isRequestBegun && !this.#exchange) return;
    this.#forget(this.#options.limits.headersMillis);
    this.#isRequestBegun = true;
    this.#begunMillis = performance.now();
  };

  #onTimeout(): void {
    this.#timer.stop();
    if (this.#isRequestBegun && !this.stream.writableEnded) this.#options.onTimedOut();
    else this.stream.destroy();
  }
}
