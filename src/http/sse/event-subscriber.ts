import type { ServerResponse } from "node:http";
import type { Clock } from "../../shared/clock.ts";
import { CLIENT_END } from "../server/one-request-socket.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventReader } from "./event-reader.ts";

export interface SubscriberOptions {
  readonly response: ServerResponse;
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly limits: EventLimits;
  /** The client has every event. */
  readonly onSettled: () => void;
  readonly onLeft: (subscriber: EventSubscriber) => void;
  readonly onFault: (fault: unknown) => void;
}

/** One client on its socket: it is sent a chunk, and the next chunk once the socket has taken that one. */
export class EventSubscriber {
  readonly #options: SubscriberOptions;
  #isSending = false;
  /** Where the client was before the chunk that is being sent. */
  #afterBefore: number | undefined;
  #hasLeft = false;
  #cancelDeadline: () => void = () => undefined;
  #cancelHeartbeat: () => void = () => undefined;

  constructor(options: SubscriberOptions) {
    this.#options = options;
  }

  /** Whether the socket has not taken the last chunk yet. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** The event after which the client goes on; undefined when it has to start over. */
  get after(): number | undefined {
    return this.#options.reader.after;
  }

  /** The last event that the client's socket has taken; undefined before its first snapshot. */
  get taken(): number | undefined {
    return this.#isSending ? this.#afterBefore : this.after;
  }

  start(): void {
    const { response } = this.#options;
    response.once("close", () => this.#leave());
    response.req.socket.once(CLIENT_END, this.#finish);
    this.#awaitHeartbeat();
    this.go();
  }

  /** Sends the next chunk, unless one is being sent. */
  go(): void {
    if (this.#isSending || this.#hasLeft) return;
    this.#afterBefore = this.after;
    const bytes = this.#next();
    if (bytes) this.#send(bytes);
    else this.#options.onSettled();
  }

  startOver(): void {
    this.#options.reader.startOver();
  }

  /** Cuts the client off: it can come back with the last event it had. Its response may still wait for its turn on the socket. */
  drop(): void {
    this.#leave();
    this.#options.response.req.socket.destroy();
  }

  /** A client that has ended its side counts as gone, as a stream is never answered by its client. Responses ahead arrive. */
  readonly #finish = (): void => {
    this.#leave();
    this.#options.response.end();
  };

  end(): void {
    if (this.#isSending) {
      this.drop();
      return;
    }
    this.#finish();
  }

  #next(): Uint8Array | undefined {
    try {
      return this.#options.reader.next();
    } catch (fault) {
      this.#options.onFault(fault);
      this.drop();
      return undefined;
    }
  }

  #send(bytes: Uint8Array): void {
    const { response, clock, limits } = this.#options;
    this.#isSending = true;
    this.#cancelDeadline = clock.after(limits.takeMillis, () => this.drop());
    response.write(bytes, (error) => {
      this.#cancelDeadline();
      this.#isSending = false;
      if (!error) this.go();
    });
  }

  #awaitHeartbeat(): void {
    const { clock, limits, reader } = this.#options;
    this.#cancelHeartbeat = clock.after(limits.heartbeatMillis, () => {
      this.#awaitHeartbeat();
      reader.requestHeartbeat();
      this.go();
    });
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#cancelDeadline();
    this.#cancelHeartbeat();
    this.#options.response.req.socket.off(CLIENT_END, this.#finish);
    this.#options.onLeft(this);
  }
}
