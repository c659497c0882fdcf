import type { Home } from "../../home/home.ts";
import type { Appended, Journal } from "../../present/events/journal.ts";
import { Snapshots } from "../../present/events/snapshot.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { CooperativeQueue } from "../server/cooperative-queue.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { eventFrame, heartbeatFrame, isSameForAll, type SnapshotPlace, snapshotPart } from "./event-frames.ts";
import type { EventLimits } from "./event-limits.ts";
import { StateHash } from "./state-hash.ts";

interface Chunk<Next> {
  readonly bytes: Uint8Array;
  readonly next: Next;
}

export interface EventFeedOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly limits: EventLimits;
  readonly now: MonotonicClock;
  /** Called when a snapshot is ready that was not ready before. */
  readonly onPrepared: () => void;
}

/** Snapshots and hashes are made in slices, each once for all streams. */
const QUEUE_LIMITS = { sliceMillis: 1, waitMillis: Number.POSITIVE_INFINITY, pendingPerOwner: 1, pending: 2 };

/** What all streams read: snapshots of the home, the events since, and the bytes of both, made once for all streams. */
export class EventFeed {
  readonly #journal: Journal;
  readonly #chunkLength: number;
  readonly #snapshots: Snapshots;
  readonly #hash: StateHash;
  readonly #snapshotChunks: ChunkCache<Chunk<SnapshotPlace | undefined>>;
  readonly #eventChunks: ChunkCache<Chunk<number>>;
  readonly #queue: CooperativeQueue;
  readonly #onPrepared: () => void;
  #preparation: "none" | "pending" | "done" = "none";

  constructor({ home, journal, limits, now, onPrepared }: EventFeedOptions) {
    const { chunkLength, sharedBytes } = limits;
    this.#journal = journal;
    this.#chunkLength = chunkLength;
    this.#queue = new CooperativeQueue(now, QUEUE_LIMITS);
    this.#onPrepared = onPrepared;
    this.#snapshots = new Snapshots(home);
    this.#hash = new StateHash(home, this.#snapshots);
    this.#snapshotChunks = new ChunkCache(sharedBytes);
    this.#eventChunks = new ChunkCache(sharedBytes);
  }

  /**
   * The beginning of a snapshot of this moment, however long a client takes to read it. In a large home there is none at
   * first: its JSON is made in slices, and `onPrepared` is called then.
   */
  snapshot(): SnapshotPlace | undefined {
    if (this.#preparation === "none") this.#prepare();
    if (this.#preparation === "pending") return undefined;
    return { head: this.#journal.head, snapshot: this.#snapshots.now(), list: 0, item: 0 };
  }

  snapshotChunk(place: SnapshotPlace, origin: string): Chunk<SnapshotPlace | undefined> {
    const { head, list, item } = place;
    return this.#snapshotChunks.get(`${head} ${list} ${item} ${isSameForAll(place) ? "" : origin}`, () => {
      const { text, next } = snapshotPart(place, { origin, length: this.#chunkLength });
      return { bytes: Buffer.from(text), next };
    });
  }

  #prepare(): void {
    const preparing = this.#queue.run({ owner: "snapshot", isUrgent: false, steps: this.#snapshots.prepare() });
    if (!(preparing instanceof Promise)) return;
    this.#preparation = "pending";
    // A stream that takes the snapshot meets the same fault, and ends.
    preparing
      .catch(() => undefined)
      .then(() => {
        this.#preparation = "done";
        this.#onPrepared();
        this.#preparation = "none";
      });
  }

  /** A chunk of the events after an event, and the last event in it; undefined when there are no more. */
  eventChunk(after: number, origin: string): Chunk<number> | "lost" | undefined {
    if (!this.#journal.knows(after)) return "lost";
    if (after === this.#journal.head) return undefined;
    return this.#eventChunks.get(`${after} ${origin}`, () => {
      let text = "";
      let next = after;
      for (const event of this.#journal.after(after) ?? []) {
        if (text.length >= this.#chunkLength) break;
        text += eventFrame(event, origin);
        next = event.id;
      }
      return { bytes: Buffer.from(text), next };
    });
  }

  /** The first client follows: from now on every event has to be applied. */
  begin(): void {
    this.#hash.begin();
    const digesting = this.#queue.run({ owner: "hash", isUrgent: false, steps: this.#hash.digest() });
    // A stream that sends the hash meets the same fault, and ends.
    if (digesting instanceof Promise) digesting.catch(() => undefined);
  }

  apply(appended: readonly Appended[]): void {
    for (const { event } of appended) this.#hash.change(event);
  }

  /** The last client has left. */
  end(): void {
    this.#hash.end();
    this.release();
  }

  /** For a client that has every event; undefined while events of the home as it is are still to come. */
  heartbeat(origin: string): Uint8Array | undefined {
    if (this.#journal.isBehind) return undefined;
    return Buffer.from(heartbeatFrame(this.#journal.head, this.#hash.at(origin)));
  }

  /** No stream is sending: there is nothing to share chunks for. */
  release(): void {
    this.#snapshotChunks.clear();
    this.#eventChunks.clear();
  }
}
