import type { EventFeed } from "./event-feed.ts";
import { RESET_FRAME, retryFrame, type SnapshotPlace } from "./event-frames.ts";

/** From where a client wants to be told, and under which address it reaches us. */
export interface AskedEvents {
  readonly origin: string;
  /** The last event that it had, if it had one. */
  readonly lastEventId: string | undefined;
}

/** One client's place in the feed: nothing is kept for it but that. */
export class EventReader {
  readonly #feed: EventFeed;
  readonly #origin: string;
  #greeting: string | undefined;
  /** Whether it is to have a snapshot that cannot be had so far. */
  #isSnapshotDue = false;
  /** What is left of a snapshot. */
  #snapshot: SnapshotPlace | undefined;
  /** The last event that it has, or will have once it has the snapshot; undefined when it has to start over. */
  #after: number | undefined;
  #isHeartbeatDue = false;

  constructor(feed: EventFeed, { origin, lastEventId = "" }: AskedEvents, retryMillis: number) {
    this.#feed = feed;
    this.#origin = origin;
    this.#greeting = retryFrame(retryMillis);
    if (lastEventId === "") this.#beginSnapshot();
    else this.#after = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  }

  /** The event after which it goes on; undefined when it is to start over. */
  get after(): number | undefined {
    return this.#after;
  }

  /** What it is to be sent next; nothing when it has been told everything, or has to wait for its snapshot. */
  next(): Uint8Array | undefined {
    return this.#greet() ?? (this.#awaitsSnapshot() ? undefined : this.#nextOfAll());
  }

  /** A heartbeat is told as soon as it has everything, and only once however many were due. */
  wantHeartbeat(): void {
    this.#isHeartbeatDue = true;
  }

  /** More happened at once than anybody could follow. */
  startOver(): void {
    this.#after = undefined;
  }

  #nextOfAll(): Uint8Array | undefined {
    return this.#nextOfSnapshot() ?? this.#nextEvents() ?? this.#heartbeat();
  }

  #beginSnapshot(): void {
    this.#snapshot = this.#feed.snapshot();
    this.#after = this.#snapshot?.head;
    this.#isSnapshotDue = this.#snapshot === undefined;
  }

  #awaitsSnapshot(): boolean {
    if (this.#isSnapshotDue) this.#beginSnapshot();
    return this.#isSnapshotDue;
  }

  #greet(): Uint8Array | undefined {
    const greeting = this.#greeting;
    this.#greeting = undefined;
    return greeting === undefined ? undefined : Buffer.from(greeting);
  }

  #nextOfSnapshot(): Uint8Array | undefined {
    if (!this.#snapshot) return undefined;
    const { bytes, next } = this.#feed.snapshotPiece(this.#snapshot, this.#origin);
    this.#snapshot = next;
    return bytes;
  }

  #nextEvents(): Uint8Array | undefined {
    const piece = this.#after === undefined ? "lost" : this.#feed.eventPiece(this.#after, this.#origin);
    if (piece === "lost") {
      this.#beginSnapshot();
      return Buffer.from(RESET_FRAME);
    }
    if (piece) this.#after = piece.next;
    return piece?.bytes;
  }

  #heartbeat(): Uint8Array | undefined {
    if (!this.#isHeartbeatDue) return undefined;
    this.#isHeartbeatDue = false;
    return this.#feed.heartbeat(this.#origin);
  }
}
