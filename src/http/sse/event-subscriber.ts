import type { ServerResponse } from "node:http";
import type { Clock } from "../../shared/clock.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventReader } from "./event-reader.ts";

export interface SubscriberOptions {
  readonly response: ServerResponse;
  readonly reader: EventReader;
  readonly clock: Clock;
  readonly limits: EventLimits;
  /** It has been told everything. */
  readonly onSettled: () => void;
  readonly onLeft: (subscriber: EventSubscriber) => void;
  readonly onFault: (fault: unknown) => void;
}

/** One client on its socket: it is handed a piece, and the next one when it has taken that. */
export class EventSubscriber {
  readonly #options: SubscriberOptions;
  #isSending = false;
  #hasLeft = false;
  #callOffDeadline: () => void = () => undefined;
  #callOffHeartbeat: () => void = () => undefined;

  constructor(options: SubscriberOptions) {
    this.#options = options;
  }

  /** Whether a piece is on its way that the socket has not taken yet. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** The event after which it goes on; undefined when it is to start over. */
  get after(): number | undefined {
    return this.#options.reader.after;
  }

  start(): void {
    const { response } = this.#options;
    response.once("close", () => this.#leave());
    response.req.socket.once("end", this.#finish);
    this.#awaitHeartbeat();
    this.go();
  }

  /** Sends what there is to send, unless it is at it. */
  go(): void {
    if (this.#isSending || this.#hasLeft) return;
    const bytes = this.#next();
    if (bytes) this.#send(bytes);
    else this.#options.onSettled();
  }

  startOver(): void {
    this.#options.reader.startOver();
  }

  /** Cuts it off: it can come back and say what it had last. Its answer may still be waiting for its turn on the socket. */
  drop(): void {
    this.#leave();
    this.#options.response.req.socket.destroy();
  }

  /** A client that will say no more has left, as far as can be known of one that only listens. Answers ahead arrive. */
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
    this.#callOffDeadline = clock.after(limits.takeMillis, () => this.drop());
    response.write(bytes, (error) => {
      this.#callOffDeadline();
      this.#isSending = false;
      if (!error) this.go();
    });
  }

  #awaitHeartbeat(): void {
    const { clock, limits, reader } = this.#options;
    this.#callOffHeartbeat = clock.after(limits.heartbeatMillis, () => {
      this.#awaitHeartbeat();
      reader.wantHeartbeat();
      this.go();
    });
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#callOffDeadline();
    this.#callOffHeartbeat();
    this.#options.response.req.socket.off("end", this.#finish);
    this.#options.onLeft(this);
  }
}
