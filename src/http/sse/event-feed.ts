import type { Home } from "../../home/home.ts";
import type { Appended, Journal } from "../../present/events/journal.ts";
import { Snapshots } from "../../present/events/snapshot.ts";
import type { MonotonicClock } from "../../shared/clock.ts";
import { StateHash } from "../read/state-hash.ts";
import { CooperativeQueue } from "../server/cooperative-queue.ts";
import { eventFrame, heartbeatFrame, isSameForAll, type SnapshotPlace, snapshotPart } from "./event-frames.ts";
import type { EventLimits } from "./event-limits.ts";
import { SharedPieces } from "./event-pieces.ts";

interface Piece<Next> {
  readonly bytes: Uint8Array;
  readonly next: Next;
}

export interface EventFeedOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly limits: EventLimits;
  readonly now: MonotonicClock;
  /** Called when a snapshot can be had that could not be had before. */
  readonly onPrepared: () => void;
}

/** For so long snapshots and hashes are made in a turn of the event loop; each is made once for all streams. */
const PREPARING = { sliceMillis: 1, waitMillis: Number.POSITIVE_INFINITY, undonePerOwner: 1, undone: 2 };

/** What all streams draw from: the home as it is, what happened, and the bytes of both, made once for everybody. */
export class EventFeed {
  readonly #journal: Journal;
  readonly #pieceLength: number;
  readonly #snapshots: Snapshots;
  readonly #hash: StateHash;
  readonly #snapshotPieces: SharedPieces<Piece<SnapshotPlace | undefined>>;
  readonly #eventPieces: SharedPieces<Piece<number>>;
  readonly #queue: CooperativeQueue;
  readonly #onPrepared: () => void;
  #preparation: "none" | "under-way" | "done" = "none";

  constructor({ home, journal, limits, now, onPrepared }: EventFeedOptions) {
    const { pieceLength, sharedBytes } = limits;
    this.#journal = journal;
    this.#pieceLength = pieceLength;
    this.#queue = new CooperativeQueue(now, PREPARING);
    this.#onPrepared = onPrepared;
    this.#snapshots = new Snapshots(home);
    this.#hash = new StateHash(home, this.#snapshots);
    this.#snapshotPieces = new SharedPieces(sharedBytes);
    this.#eventPieces = new SharedPieces(sharedBytes);
  }

  /**
   * Where a snapshot begins. It is of this moment, however long it takes somebody to read it. In a large home there is
   * none at first: its texts are made a few at a time, and `onPrepared` is called then.
   */
  snapshot(): SnapshotPlace | undefined {
    if (this.#preparation === "none") this.#prepare();
    if (this.#preparation === "under-way") return undefined;
    return { head: this.#journal.head, snapshot: this.#snapshots.now(), list: 0, item: 0 };
  }

  snapshotPiece(place: SnapshotPlace, origin: string): Piece<SnapshotPlace | undefined> {
    const { head, list, item } = place;
    return this.#snapshotPieces.get(`${head} ${list} ${item} ${isSameForAll(place) ? "" : origin}`, () => {
      const { text, next } = snapshotPart(place, { origin, length: this.#pieceLength });
      return { bytes: Buffer.from(text), next };
    });
  }

  #prepare(): void {
    const preparing = this.#queue.run({ owner: "snapshot", isUrgent: false, steps: this.#snapshots.prepare() });
    if (!(preparing instanceof Promise)) return;
    this.#preparation = "under-way";
    // A fault is met again by whoever takes the snapshot, and ends that stream.
    preparing
      .catch(() => undefined)
      .then(() => {
        this.#preparation = "done";
        this.#onPrepared();
        this.#preparation = "none";
      });
  }

  /** Some of what came after an event and the last one in it; nothing when nothing came. */
  eventPiece(after: number, origin: string): Piece<number> | "lost" | undefined {
    if (!this.#journal.knows(after)) return "lost";
    if (after === this.#journal.head) return undefined;
    return this.#eventPieces.get(`${after} ${origin}`, () => {
      let text = "";
      let next = after;
      for (const one of this.#journal.after(after) ?? []) {
        if (text.length >= this.#pieceLength) break;
        text += eventFrame(one, origin);
        next = one.id;
      }
      return { bytes: Buffer.from(text), next };
    });
  }

  /** Somebody is to be told: from now on it is to hear of all that happens. */
  begin(): void {
    this.#hash.begin();
    const digesting = this.#queue.run({ owner: "hash", isUrgent: false, steps: this.#hash.digest() });
    // A fault is met again by whoever is told the hash, and ends that stream.
    if (digesting instanceof Promise) digesting.catch(() => undefined);
  }

  hear(appended: readonly Appended[]): void {
    for (const { event } of appended) this.#hash.change(event);
  }

  /** Nobody is to be told any more. */
  end(): void {
    this.#hash.end();
    this.release();
  }

  /** For somebody who was told everything. */
  heartbeat(origin: string): Uint8Array {
    return Buffer.from(heartbeatFrame(this.#journal.head, this.#hash.at(origin)));
  }

  /** Nobody is being sent anything: there is nobody to share with. */
  release(): void {
    this.#snapshotPieces.clear();
    this.#eventPieces.clear();
  }
}
