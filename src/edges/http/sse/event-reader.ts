import type { EventFeed } from "./event-feed.ts";
import { RESET_FRAME, retryFrame } from "./event-frames.ts";
import type { EventLimits } from "./event-limits.ts";
import type { SharedSnapshot } from "./shared-snapshots.ts";

/** Who wants events, from where, and under which address it reaches us. */
export interface EventStreamRequest {
  readonly clientAddress: string;
  readonly origin: string;
  /** The last event that the client got, if any. */
  readonly lastEventId: string | undefined;
  /** At a front of a fleet, the one gateway whose events are wanted; undefined for all. */
  readonly gatewayId?: string | undefined;
}

interface EventReaderOptions {
  readonly feed: EventFeed;
  readonly request: EventStreamRequest;
  readonly limits: Pick<EventLimits, "retryMillis" | "writeBytes">;
  readonly client: {
    /** There is more to read, after a heartbeat was not ready. */
    wake(): void;
    /** Cuts the client off: it can come back. */
    drop(): void;
  };
}

/** One client's cursor in the feed; nothing is queued for a client. */
export class EventReader {
  readonly #feed: EventFeed;
  readonly #request: EventStreamRequest;
  readonly #limits: EventReaderOptions["limits"];
  readonly #client: EventReaderOptions["client"];
  #hasRetry = true;
  /** The newest event when the client began to wait for a snapshot. */
  #snapshotSince: number | undefined;
  /** A snapshot that is being sent, and the chunk that comes next. */
  #snapshot: { readonly shared: SharedSnapshot; next: number } | undefined;
  /** The last event that the client has, or has after the snapshot; undefined when it has to start over. */
  #after: number | undefined;
  #heartbeat: "none" | "due" | "awaited" | "ready" = "none";

  constructor({ feed, request, limits, client }: EventReaderOptions) {
    this.#feed = feed;
    this.#request = request;
    this.#limits = limits;
    this.#client = client;
  }

  /** Asks for a snapshot of this moment, unless the client goes on where it was. */
  begin(): void {
    const { lastEventId = "" } = this.#request;
    if (lastEventId === "") this.#beginSnapshot(this.#feed.head);
    else this.#after = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : undefined;
  }

  /** The event after which the client goes on; undefined when it has to start over. */
  get after(): number | undefined {
    return this.#after;
  }

  /** The next bytes for the client; undefined when it has every event, or has to wait for its snapshot. */
  next(): readonly Uint8Array[] | undefined {
    if (this.#hasRetry) {
      this.#hasRetry = false;
      return [Buffer.from(retryFrame(this.#limits.retryMillis))];
    }
    if (this.#snapshotSince !== undefined) this.#beginSnapshot(this.#snapshotSince);
    if (this.#snapshotSince !== undefined) return undefined;
    return this.#nextOfSnapshot() ?? this.#nextEvents() ?? this.#nextHeartbeat();
  }

  /** A heartbeat is sent once the client has every event, and only once however many were due. */
  requestHeartbeat(): void {
    if (this.#heartbeat === "none") this.#heartbeat = "due";
  }

  /** More happened at once than any client could follow. */
  startOver(): void {
    this.#after = undefined;
  }

  drop(): void {
    this.#client.drop();
  }

  /** The client has left. */
  close(): void {
    if (this.#snapshot) this.#feed.snapshots.release(this.#snapshot.shared, this);
    this.#snapshot = undefined;
  }

  #beginSnapshot(since: number): void {
    const shared = this.#feed.snapshots.take(this, since);
    this.#snapshot = shared && { shared, next: 0 };
    this.#after = shared?.head;
    this.#snapshotSince = shared ? undefined : since;
  }

  #nextOfSnapshot(): readonly Uint8Array[] | undefined {
    if (!this.#snapshot) return undefined;
    const { chunks } = this.#snapshot.shared;
    const pieces: Uint8Array[] = [];
    const { writeBytes } = this.#limits;
    for (let length = 0; this.#snapshot.next < chunks.length && length < writeBytes; this.#snapshot.next += 1) {
      const piece = chunks[this.#snapshot.next]?.at(this.#request.origin) ?? Buffer.alloc(0);
      pieces.push(piece);
      length += piece.byteLength;
    }
    if (this.#snapshot.next === chunks.length) this.close();
    return pieces;
  }

  #nextEvents(): readonly Uint8Array[] | undefined {
    const events = this.#after === undefined ? "lost" : this.#feed.eventsAfter(this.#after);
    if (events === "lost") {
      this.#beginSnapshot(this.#feed.head);
      return [Buffer.from(RESET_FRAME)];
    }
    if (!events) return undefined;
    this.#after = events.last;
    return [events.chunk.at(this.#request.origin)];
  }

  #nextHeartbeat(): readonly Uint8Array[] | undefined {
    if (this.#heartbeat === "none" || this.#heartbeat === "awaited" || this.#feed.isBehind) return undefined;
    const isPutOff = this.#heartbeat === "ready";
    this.#heartbeat = "awaited";
    const ready = () => {
      this.#heartbeat = "ready";
      this.#client.wake();
    };
    const { origin } = this.#request;
    const frame = isPutOff
      ? this.#feed.heartbeatNow(origin)
      : this.#feed.heartbeat({ ...this.#request, onReady: ready });
    if (frame === undefined) return undefined;
    this.#heartbeat = "none";
    return [Buffer.from(frame)];
  }
}
