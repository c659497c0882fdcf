import type { EventFeed } from "./event-feed.ts";
import { RESET_FRAME, retryFrame, type SnapshotPlace } from "./event-frames.ts";

/** From where a client wants events, and under which address it reaches us. */
export interface EventStreamRequest {
  readonly origin: string;
  /** The last event that the client got, if any. */
  readonly lastEventId: string | undefined;
}

/** One client's cursor in the feed; nothing is queued for a client. */
export class EventReader {
  readonly #feed: EventFeed;
  readonly #origin: string;
  #retry: string | undefined;
  /** Whether the client waits for a snapshot that is not ready. */
  #isSnapshotDue = false;
  /** The rest of a snapshot that is being sent. */
  #snapshot: SnapshotPlace | undefined;
  /** The last event that the client has, or has after the snapshot; undefined when it has to start over. */
  #after: number | undefined;
  #isHeartbeatDue = false;

  constructor(feed: EventFeed, { origin, lastEventId = "" }: EventStreamRequest, retryMillis: number) {
    this.#feed = feed;
    this.#origin = origin;
    this.#retry = retryFrame(retryMillis);
    if (lastEventId === "") this.#beginSnapshot();
    else this.#after = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  }

  /** The event after which the client goes on; undefined when it has to start over. */
  get after(): number | undefined {
    return this.#after;
  }

  /** The next bytes for the client; undefined when it has every event, or has to wait for its snapshot. */
  next(): Uint8Array | undefined {
    return this.#retryOnce() ?? (this.#awaitsSnapshot() ? undefined : this.#nextChunk());
  }

  /** A heartbeat is sent once the client has every event, and only once however many were due. */
  requestHeartbeat(): void {
    this.#isHeartbeatDue = true;
  }

  /** More happened at once than any client could follow. */
  startOver(): void {
    this.#after = undefined;
  }

  #nextChunk(): Uint8Array | undefined {
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

  #retryOnce(): Uint8Array | undefined {
    const retry = this.#retry;
    this.#retry = undefined;
    return retry === undefined ? undefined : Buffer.from(retry);
  }

  #nextOfSnapshot(): Uint8Array | undefined {
    if (!this.#snapshot) return undefined;
    const { bytes, next } = this.#feed.snapshotChunk(this.#snapshot, this.#origin);
    this.#snapshot = next;
    return bytes;
  }

  #nextEvents(): Uint8Array | undefined {
    const chunk = this.#after === undefined ? "lost" : this.#feed.eventChunk(this.#after, this.#origin);
    if (chunk === "lost") {
      this.#beginSnapshot();
      return Buffer.from(RESET_FRAME);
    }
    if (chunk) this.#after = chunk.next;
    return chunk?.bytes;
  }

  #heartbeat(): Uint8Array | undefined {
    const heartbeat = this.#isHeartbeatDue ? this.#feed.heartbeat(this.#origin) : undefined;
    if (heartbeat) this.#isHeartbeatDue = false;
    return heartbeat;
  }
}
