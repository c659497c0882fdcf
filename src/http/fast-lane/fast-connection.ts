import type { Body } from "../../present/pages/body.ts";
import { contained } from "../../shared/connection-faults.ts";
import type { HttpLimits } from "../limits.ts";
import { Refusal } from "../refusal.ts";
import { type GatewayResponse, plainAddress } from "../request.ts";
import { NOT_HTTP } from "../server/broken-request.ts";
import type { DirectSocket } from "../server/direct-socket.ts";
import { IdleTimer } from "../server/idle-timer.ts";
import type { InFlight, Sending } from "../server/in-flight.ts";
import { refusalResponse } from "../server/plain-responses.ts";

/** The part of a request that is not whole yet. */
export type PartialRequest = "head" | "body";

interface FastConnectionOptions {
  readonly limits: HttpLimits;
  readonly inFlight: InFlight;
  /** What answers these bytes from now on; undefined if they are no plain read. */
  readonly readerOf: (bytes: Buffer) => (() => GatewayResponse | Promise<GatewayResponse>) | undefined;
  readonly bytesOf: (response: GatewayResponse) => Body;
  /** Which part is not whole of a request that is right so far; undefined for any other bytes. */
  readonly partialIn: (bytes: Buffer) => PartialRequest | undefined;
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

/** Beyond what clients are told, as in Node's server: a client that sends at the last moment is not cut off. */
const GRACE_MILLIS = 1_000;

const FAULT = refusalResponse(new Refusal("fault"));

const dropped = (): void => undefined;

/** In memory of its own: small buffers share a pool, and a buffer that lives for seconds would hold all of it. */
function copied(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(copy);
  return copy;
}

/** One connection in the fast lane. A request that equals the last one, byte for byte, is not parsed again. */
export class FastConnection {
  readonly #socket: DirectSocket;
  readonly #options: FastConnectionOptions;
  readonly #idleTimer = new IdleTimer(() => this.#onIdle());
  readonly #contained: <Given extends readonly unknown[]>(work: (...given: Given) => void) => (...given: Given) => void;
  /** The beginning of the first request: a slow client takes no parser before its first request is whole. */
  #partial: Buffer | undefined;
  #isBodyPartial = false;
  #lastRequest: Buffer | undefined;
  #read: (() => GatewayResponse | Promise<GatewayResponse>) | undefined;
  /** Whether a response is being made; nothing more is read meanwhile. */
  #isAnswering = false;
  #isEnding = false;
  #deadline: NodeJS.Timeout | undefined;
  #sending: Sending | undefined;

  constructor(socket: DirectSocket, options: FastConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#idleTimer.start(options.limits.headersMillis);
    this.#contained = (work) => contained({ end: this.#drop, onFault: options.onFault }, work);
    socket.onBytes = this.#contained(this.#take);
    socket.on("end", this.#finish);
    socket.once("close", () => {
      this.#idleTimer.stop();
      clearTimeout(this.#deadline);
      options.onLeft();
    });
  }

  /** Requests that come meanwhile are read and dropped: unread bytes would reset the connection, and the response with it. */
  end({ atOnce }: { readonly atOnce: boolean }): void {
    this.#socket.onBytes = dropped;
    this.#isEnding = true;
    if (atOnce) this.#socket.destroy();
    else if (!this.#isAnswering) this.#socket.resume().destroySoon();
  }

  /** A request that equals the last one is parsed again. */
  forgetRequest(): void {
    this.#lastRequest = undefined;
  }

  readonly #take = (arrived: Buffer): void => {
    const bytes = this.#partial ? Buffer.concat([this.#partial, arrived]) : arrived;
    if (!this.#lastRequest?.equals(bytes)) {
      const read = this.#readerOf(bytes);
      if (!read) {
        this.#takeOther(copied(bytes));
        return;
      }
      if (!this.#read) this.#proven();
      this.#partial = undefined;
      this.#lastRequest = Buffer.from(bytes);
      this.#read = read;
    }
    this.#idleTimer.touch();
    const response = this.#respond();
    if (response instanceof Promise) this.#await(response);
    else this.#send(response);
  };

  #takeOther(bytes: Buffer): void {
    const partial = this.#read ? undefined : this.#options.partialIn(bytes);
    if (partial === undefined) {
      this.#leave(() => this.#options.onOther(bytes));
      return;
    }
    this.#partial = bytes;
    if (partial === "body") this.#allowBody();
  }

  #allowBody(): void {
    const { requestMillis, headersMillis } = this.#options.limits;
    if (!this.#isBodyPartial) this.#idleTimer.start(Math.max(requestMillis - headersMillis, 1));
    this.#isBodyPartial = true;
  }

  #proven(): void {
    const { limits, onProven } = this.#options;
    this.#idleTimer.start(limits.keepAliveMillis + GRACE_MILLIS);
    onProven();
  }

  /** Node's own server takes over, meets the same fault and reports it. */
  #readerOf(bytes: Buffer): (() => GatewayResponse | Promise<GatewayResponse>) | undefined {
    try {
      return this.#options.readerOf(bytes);
    } catch {
      return undefined;
    }
  }

  #respond(): GatewayResponse | Promise<GatewayResponse> {
    try {
      if (this.#read) return this.#read();
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
      if (this.#isEnding || this.#socket.readableEnded) this.#socket.destroySoon();
    });
    later.then(finish, (fault: unknown) => {
      this.#options.onFault(fault);
      finish(FAULT);
    });
  }

  /** Nothing more is read from a client before it has taken the response. */
  #send(response: GatewayResponse): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const bytes = this.#options.bytesOf(response);
    if (bytes.length > 1) socket.cork();
    const last = bytes.length - 1;
    for (let at = 0; at < last; at += 1) socket.write(bytes[at] as Uint8Array);
    socket.write(bytes[last] as Uint8Array, this.#sent);
    if (bytes.length > 1) socket.uncork();
    if (socket.writableLength === 0) return;
    socket.pause();
    const { inFlight } = this.#options;
    const address = plainAddress(socket.remoteAddress);
    this.#sending = inFlight.begin({ connection: socket, address, response, pieces: bytes });
    this.#deadline = setTimeout(this.#drop, this.#options.limits.sendMillis);
  }

  readonly #sent = (): void => {
    if (this.#deadline === undefined || this.#socket.writableLength > 0) return;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#sending?.end();
    this.#idleTimer.touch();
    this.#socket.resume();
  };

  /** A response in flight, or one that is being made, has a timeout of its own. */
  #onIdle(): void {
    if (this.#deadline !== undefined || this.#isAnswering) return;
    if (this.#read) this.#drop();
    else this.#leave(() => this.#options.onRefused(new Refusal("timed-out")));
  }

  readonly #finish = (): void => {
    if (this.#partial) this.#leave(() => this.#options.onRefused(NOT_HTTP));
    else if (!this.#isAnswering) this.#socket.end();
  };
  readonly #drop = (): void => void this.#socket.destroy();

  #leave(then: () => void): void {
    const socket = this.#socket;
    this.#idleTimer.stop();
    socket.onBytes = undefined;
    socket.off("end", this.#finish);
    this.#options.onLeft();
    then();
  }
}
