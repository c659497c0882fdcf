import type { EventFeed } from "./event-feed.ts";
import { RESET_FRAME, retryFrame } from "./event-frames.ts";
import type { SharedSnapshot } from "./shared-snapshots.ts";

/** Who wants events, from where, and under which address it reaches us. */
export interface EventStreamRequest {
  readonly clientAddress: string;
  readonly origin: string;
  /** The last event that the client got, if any. */
  readonly lastEventId: string | undefined;
}

interface EventReaderOptions {
  readonly feed: EventFeed;
  readonly request: EventStreamRequest;
  readonly retryMillis: number;
  /** What is read at once, in bytes. */
  readonly chunkLength: number;
  /** Called when there is more to read, after a heartbeat was not ready. */
  readonly onReady: () => void;
  /** Cuts the client off: it can come back. */
  readonly drop: () => void;
}

/** One client's cursor in the feed; nothing is queued for a client. */
export class EventReader {
  readonly #options: EventReaderOptions;
  #hasRetry = true;
  /** The newest event when the client began to wait for a snapshot. */
  #snapshotSince: number | undefined;
  /** A snapshot that is being sent, and the chunk that comes next. */
  #snapshot: { readonly shared: SharedSnapshot; next: number } | undefined;
  /** The last event that the client has, or has after the snapshot; undefined when it has to start over. */
  #after: number | undefined;
  #heartbeat: "none" | "due" | "awaited" | "ready" = "none";

  constructor(options: EventReaderOptions) {
    this.#options = options;
    const { lastEventId = "" } = options.request;
    if (lastEventId === "") this.#beginSnapshot(options.feed.head);
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
      return [Buffer.from(retryFrame(this.#options.retryMillis))];
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
    this.#options.drop();
  }

  /** The client has left. */
  close(): void {
    if (this.#snapshot) this.#options.feed.snapshots.release(this.#snapshot.shared, this);
    this.#snapshot = undefined;
  }

  #beginSnapshot(since: number): void {
    const shared = this.#options.feed.snapshots.take(this, since);
    this.#snapshot = shared && { shared, next: 0 };
    this.#after = shared?.head;
    this.#snapshotSince = shared ? undefined : since;
  }

  #nextOfSnapshot(): readonly Uint8Array[] | undefined {
    if (!this.#snapshot) return undefined;
    const { chunkLength, request } = this.#options;
    const { chunks } = this.#snapshot.shared;
    const pieces: Uint8Array[] = [];
    for (let length = 0; this.#snapshot.next < chunks.length && length < chunkLength; this.#snapshot.next += 1) {
      const piece = chunks[this.#snapshot.next]?.at(request.origin) ?? Buffer.alloc(0);
      pieces.push(piece);
      length += piece.byteLength;
    }
    if (this.#snapshot.next === chunks.length) this.close();
    return pieces;
  }

  #nextEvents(): readonly Uint8Array[] | undefined {
    const { feed, request } = this.#options;
    const events = this.#after === undefined ? "lost" : feed.eventsAfter(this.#after);
    if (events === "lost") {
      this.#beginSnapshot(feed.head);
      return [Buffer.from(RESET_FRAME)];
    }
    if (!events) return undefined;
    this.#after = events.last;
    return [events.chunk.at(request.origin)];
  }

  #nextHeartbeat(): readonly Uint8Array[] | undefined {
    if (this.#heartbeat === "none" || this.#heartbeat === "awaited") return undefined;
    const { feed, request, onReady } = this.#options;
    const isPutOff = this.#heartbeat === "ready";
    this.#heartbeat = "awaited";
    const ready = () => {
      this.#heartbeat = "ready";
      onReady();
    };
    const frame = isPutOff ? feed.heartbeatNow(request.origin) : feed.heartbeat({ ...request, onReady: ready });
    if (frame === undefined) return undefined;
    this.#heartbeat = "none";
    return [Buffer.from(frame)];
  }
}
