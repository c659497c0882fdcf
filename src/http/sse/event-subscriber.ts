import type { ServerResponse } from "node:http";
import { lengthOf } from "../../present/pages/body.ts";
import type { Clock } from "../../shared/clock.ts";
import type { TurnTaker } from "../../shared/fair-turns.ts";
import type { EventLimits } from "./event-limits.ts";
import type { EventReader } from "./event-reader.ts";

export interface SubscriberOptions {
  readonly response: ServerResponse;
  readonly reader: EventReader;
  readonly clientAddress: string;
  readonly clock: Clock;
  readonly limits: EventLimits;
  /** The client has to be sent something, perhaps, and is to be given a turn. */
  readonly onDue: (subscriber: EventSubscriber) => void;
  /** The client has every event. */
  readonly onSettled: () => void;
  readonly onLeft: (subscriber: EventSubscriber) => void;
  readonly onFault: (fault: unknown) => void;
}

/** What a write costs beside its bytes: about as much as so many more bytes. */
const WRITE_COST = 16 * 1024;

/** One client on its socket: it is sent a chunk, and the next chunk once the socket has taken that one. */
export class EventSubscriber implements TurnTaker {
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

  get owner(): string {
    return this.#options.clientAddress;
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
    response.req.socket.once("end", this.#finish);
    this.#awaitHeartbeat();
    this.#due();
  }

  /** Sends the next chunk, unless one is being sent. */
  takeTurn(): number {
    if (this.#isSending || this.#hasLeft) return 0;
    this.#afterBefore = this.after;
    const pieces = this.#next();
    if (pieces) return WRITE_COST + this.#send(pieces);
    this.#options.onSettled();
    return 0;
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

  #due(): void {
    this.#options.onDue(this);
  }

  #next(): readonly Uint8Array[] | undefined {
    try {
      return this.#options.reader.next();
    } catch (fault) {
      this.#options.onFault(fault);
      this.drop();
      return undefined;
    }
  }

  /** In one write, however many pieces there are; returns how many bytes it is. */
  #send(pieces: readonly Uint8Array[]): number {
    const { response, clock, limits } = this.#options;
    this.#isSending = true;
    this.#cancelDeadline = clock.after(limits.takeMillis, () => this.drop());
    const onTaken = (error: Error | null | undefined) => {
      this.#cancelDeadline();
      this.#isSending = false;
      if (!error) this.#due();
    };
    response.cork();
    for (const [at, piece] of pieces.entries()) response.write(piece, at === pieces.length - 1 ? onTaken : undefined);
    response.uncork();
    return lengthOf(pieces);
  }

  #awaitHeartbeat(): void {
    const { clock, limits, reader } = this.#options;
    this.#cancelHeartbeat = clock.after(limits.heartbeatMillis, () => {
      this.#awaitHeartbeat();
      reader.requestHeartbeat();
      this.#due();
    });
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#cancelDeadline();
    this.#cancelHeartbeat();
    this.#options.reader.close();
    this.#options.response.req.socket.off("end", this.#finish);
    this.#options.onLeft(this);
  }
}
