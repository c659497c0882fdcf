import type { ServerResponse } from "node:http";
import { lengthOf } from "../../../core/present/pages/body.ts";
import type { Clock } from "../../../shared/clock.ts";
import type { TurnTaker } from "../../../shared/fair-turns.ts";
import { CLIENT_END } from "../server/one-request-socket.ts";
import type { EventFeed } from "./event-feed.ts";
import type { EventLimits } from "./event-limits.ts";
import { EventReader, type EventStreamRequest } from "./event-reader.ts";
import { holderOf } from "./stream-shares.ts";

/** What all subscribers have in common. */
export interface SubscriberHost {
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly limits: EventLimits;
  /** The client has to be sent something, perhaps, and is to be given a turn. */
  readonly onDue: (subscriber: EventSubscriber) => void;
  /** The client has every event. */
  readonly onSettled: () => void;
  /** The client follows no more; the rest of its response may still be on its way. */
  readonly onLeft: (subscriber: EventSubscriber) => void;
  /** The client has taken its response, or is cut off. */
  readonly onClosed: (subscriber: EventSubscriber) => void;
  readonly onFault: (fault: unknown) => void;
}

/** What a write costs beside its bytes: about as much as so many more bytes. */
const WRITE_COST = 16 * 1024;

/** One client on its socket: it is sent a chunk, and the next chunk once the socket has taken that one. */
export class EventSubscriber implements TurnTaker {
  /** The address of the client. */
  readonly owner: string;
  /** Whom the stream is counted for. */
  readonly holder: string;
  readonly #host: SubscriberHost;
  readonly #response: ServerResponse;
  readonly #reader: EventReader;
  #isSending = false;
  /** Where the client was before the chunk that is being sent. */
  #afterBefore: number | undefined;
  #hasLeft = false;
  #isClosed = false;
  #cancelDeadline: () => void = () => undefined;
  #cancelHeartbeat: () => void = () => undefined;

  constructor(host: SubscriberHost, response: ServerResponse, request: EventStreamRequest) {
    this.owner = request.clientAddress;
    this.holder = holderOf(request.clientAddress, response.req.socket.remoteAddress);
    this.#host = host;
    this.#response = response;
    this.#reader = new EventReader({ feed: host.feed, limits: host.limits, request, client: this });
  }

  /** Whether the socket has not taken the last chunk yet. */
  get isSending(): boolean {
    return this.#isSending;
  }

  /** The event after which the client goes on; undefined when it has to start over. */
  get after(): number | undefined {
    return this.#reader.after;
  }

  /** The last event that the client's socket has taken; undefined before its first snapshot. */
  get taken(): number | undefined {
    return this.#isSending ? this.#afterBefore : this.after;
  }

  /** Begins with a snapshot of this moment, if the client needs one. */
  start(): void {
    this.#response.once("close", () => this.#close());
    this.#response.req.socket.once(CLIENT_END, this.#finish);
    this.#awaitHeartbeat();
    this.#contain(() => this.#reader.begin());
    this.wake();
  }

  /** Sends the next chunk, unless one is being sent. */
  takeTurn(): number {
    if (this.#isSending || this.#hasLeft) return 0;
    this.#afterBefore = this.after;
    const pieces = this.#contain(() => this.#reader.next());
    if (pieces) return WRITE_COST + this.#send(pieces);
    this.#host.onSettled();
    return 0;
  }

  /** There may be something to send. */
  wake(): void {
    this.#host.onDue(this);
  }

  startOver(): void {
    this.#reader.startOver();
  }

  /** Cuts the client off: it can come back with the last event it had. Its response may still wait for its turn on the socket. */
  drop(): void {
    this.#close();
    this.#response.req.socket.destroy();
  }

  /** A client that has ended its side counts as gone, as a stream is never answered by its client. Responses ahead arrive. */
  readonly #finish = (): void => {
    if (this.#hasLeft) return;
    this.#leave();
    if (!this.#isSending) this.#awaitTaking();
    this.#response.end();
  };

  end(): void {
    if (this.#isSending) {
      this.drop();
      return;
    }
    // What has happened by now, and is not sent yet because it is not this client's turn, is sent before the end.
    this.takeTurn();
    this.#finish();
  }

  /** A fault is reported and ends this stream alone. */
  #contain<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (fault) {
      this.#host.onFault(fault);
      this.drop();
      return undefined;
    }
  }

  /** In one write, however many pieces there are; returns how many bytes it is. */
  #send(pieces: readonly Uint8Array[]): number {
    const response = this.#response;
    this.#isSending = true;
    this.#awaitTaking();
    const onTaken = (error: Error | null | undefined) => {
      // The end of the stream has to be taken as well.
      if (this.#hasLeft) return;
      this.#cancelDeadline();
      this.#isSending = false;
      if (!error) this.wake();
    };
    response.cork();
    for (const [at, piece] of pieces.entries()) response.write(piece, at === pieces.length - 1 ? onTaken : undefined);
    response.uncork();
    return lengthOf(pieces);
  }

  #awaitTaking(): void {
    const { clock, limits } = this.#host;
    this.#cancelDeadline = clock.after(limits.takeMillis, () => this.drop());
  }

  #awaitHeartbeat(): void {
    const { clock, limits } = this.#host;
    this.#cancelHeartbeat = clock.after(limits.heartbeatMillis, () => {
      this.#awaitHeartbeat();
      this.#reader.requestHeartbeat();
      this.wake();
    });
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#cancelHeartbeat();
    this.#reader.close();
    this.#response.req.socket.off(CLIENT_END, this.#finish);
    this.#host.onLeft(this);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#leave();
    this.#cancelDeadline();
    this.#host.onClosed(this);
  }
}
