import type { Socket } from "node:net";
import { contained } from "../../../shared/connection-faults.ts";
import type { HttpLimits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import type { GatewayResponse, Read } from "../request.ts";
import { NOT_HTTP } from "../server/broken-request.ts";
import type { OpenConnection } from "../server/connections.ts";
import { GRACE_MILLIS, IdleTimer } from "../server/idle-timer.ts";
import type { Sending } from "../server/in-flight.ts";
import { refusalResponse } from "../server/plain-responses.ts";
import type { ResponseSender } from "../server/send-response.ts";
import type { FirstRequest } from "./first-request.ts";

/** A plain read, and who wants it. */
export interface PlainRead {
  readonly clientAddress: string;
  readonly read: Read;
}

interface FastConnectionOptions {
  readonly limits: HttpLimits;
  readonly sender: ResponseSender;
  /** What answers these bytes from now on; undefined if they are no plain read. */
  readonly readerOf: (bytes: Buffer) => PlainRead | undefined;
  /** Gathers the first request, if it does not come in one piece. */
  readonly firstRequest: () => FirstRequest;
  /** The bytes are for Node's own server; the connection has left the fast lane. */
  readonly onOther: (bytes: Buffer) => void;
  /** The first request did not come in time, or broke off; the connection has left the fast lane. */
  readonly onRefused: (refusal: Refusal) => void;
  /** The connection is closed, or has left the fast lane. */
  readonly onLeft: () => void;
  /** The first whole request has come. */
  readonly onProven: () => void;
  readonly onFault: (fault: unknown) => void;
}

const FAULT = refusalResponse(new Refusal("fault"));

/** One connection in the fast lane. A request that equals the last one, byte for byte, is not parsed again. */
export class FastConnection implements OpenConnection {
  readonly #socket: Socket;
  readonly #options: FastConnectionOptions;
  readonly #idleTimer = new IdleTimer(() => this.#onIdle());
  readonly #contained: <Given extends readonly unknown[]>(work: (...given: Given) => void) => (...given: Given) => void;
  readonly #onData: (bytes: Buffer) => void;
  /** The first request, while it is not whole. */
  #partial: FirstRequest | undefined;
  readonly #begunMillis = performance.now();
  #lastRequest: Buffer | undefined;
  #read: PlainRead | undefined;
  /** Whether a response is being made; nothing more is read meanwhile. */
  #isAnswering = false;
  #isEnding = false;
  /** A response that its client has not taken; nothing more is read meanwhile. */
  #sending: Sending | undefined;

  constructor(socket: Socket, options: FastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#idleTimer.start(options.limits.headersMillis);
    this.#contained = (work) => contained({ end: this.#drop, onFault: options.onFault }, work);
    this.#onData = this.#contained(this.#take);
    socket.on("data", this.#onData);
    socket.on("end", this.#finish);
    socket.once("close", this.#close);
  }

  get state(): OpenConnection["state"] {
    return this.#isAnswering ? "working" : this.#sending ? "sending" : "idle";
  }

  get idleTicks(): number {
    return this.#idleTimer.idleTicks;
  }

  /** Requests that come meanwhile are read and dropped: unread bytes would reset the connection, and the response with it. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    this.#socket.off("data", this.#onData);
    this.#isEnding = true;
    if (atOnce) this.#socket.destroy();
    else if (this.state === "idle") this.#socket.resume().destroySoon();
  }

  /** A request that equals the last one is parsed again. */
  forgetRequest(): void {
    this.#lastRequest = undefined;
  }

  readonly #take = (arrived: Buffer): void => {
    if (this.#partial && this.#isPartialWith(this.#partial, arrived)) return;
    const bytes = this.#partial?.bytes ?? arrived;
    if (!this.#lastRequest?.equals(bytes)) {
      const read = this.#readerOf(bytes);
      if (!read) {
        this.#takeOther(bytes);
        return;
      }
      if (!this.#read) this.#proven();
      this.#partial = undefined;
      this.#lastRequest = bytes;
      this.#read = read;
    }
    this.#idleTimer.touch();
    const response = this.#respond();
    if (response instanceof Promise) this.#await(response);
    else this.#send(response);
  };

  #takeOther(bytes: Buffer): void {
    const isFirst = !this.#read && !this.#partial;
    if (isFirst && this.#isPartialWith(this.#options.firstRequest(), bytes)) return;
    this.#leave(() => this.#options.onOther(bytes));
  }

  /** A body has more time than a head. */
  #isPartialWith(partial: FirstRequest, bytes: Buffer): boolean {
    const { requestMillis } = this.#options.limits;
    const wasHeadWhole = partial.isHeadWhole;
    if (!partial.isIncompleteWith(bytes)) return false;
    this.#partial = partial;
    if (partial.isHeadWhole && !wasHeadWhole) {
      this.#idleTimer.start(Math.max(this.#begunMillis + requestMillis - performance.now(), 1));
    }
    return true;
  }

  #proven(): void {
    const { limits, onProven } = this.#options;
    this.#idleTimer.start(limits.keepAliveMillis + GRACE_MILLIS);
    onProven();
  }

  /** Node's own server takes over, meets the same fault and reports it. */
  #readerOf(bytes: Buffer): PlainRead | undefined {
    try {
      return this.#options.readerOf(bytes);
    } catch {
      return undefined;
    }
  }

  #respond(): GatewayResponse | Promise<GatewayResponse> {
    try {
      if (this.#read) return this.#read.read();
    } catch (fault) {
      this.#options.onFault(fault);
    }
    return FAULT;
  }

  #await(later: Promise<GatewayResponse>): void {
    this.#isAnswering = true;
    this.#socket.pause();
    const finish = this.#contained((response: GatewayResponse) => {
      this.#isAnswering = false;
      this.#idleTimer.touch();
      this.#socket.resume();
      this.#send(response);
      if (this.state === "idle" && (this.#isEnding || this.#socket.readableEnded)) this.#socket.destroySoon();
    });
    later.then(finish, (fault: unknown) => {
      this.#options.onFault(fault);
      finish(FAULT);
    });
  }

  /** Nothing more is read from a client before it has taken the response. */
  #send(response: GatewayResponse): void {
    const socket = this.#socket;
    if (!socket.writable || !this.#read) return;
    const { clientAddress } = this.#read;
    this.#sending = this.#options.sender.send({ response, socket, clientAddress }, this.#taken);
    if (this.#sending) socket.pause();
  }

  readonly #taken = (): void => {
    if (!this.#sending || this.#socket.writableLength > 0) return;
    this.#sending.end();
    this.#sending = undefined;
    this.#idleTimer.touch();
    this.#socket.resume();
    if (this.#isEnding || this.#socket.readableEnded) this.#socket.destroySoon();
  };

  /** A response in flight, or one that is being made, has a timeout of its own. */
  #onIdle(): void {
    if (this.state !== "idle") return;
    if (this.#read) this.#drop();
    else this.#leave(() => this.#options.onRefused(new Refusal("timed-out")));
  }

  readonly #finish = (): void => {
    if (this.#partial) this.#leave(() => this.#options.onRefused(NOT_HTTP));
    else if (this.state === "idle") this.#socket.end();
  };
  readonly #drop = (): void => void this.#socket.destroy();

  readonly #close = (): void => {
    this.#idleTimer.stop();
    this.#options.onLeft();
  };

  /** Nothing is read until somebody else does. */
  #leave(then: () => void): void {
    this.#socket.pause();
    this.#socket.off("data", this.#onData).off("end", this.#finish).off("close", this.#close);
    this.#close();
    then();
  }
}
