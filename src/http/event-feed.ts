import type { Home } from "../home/home.ts";
import type { Appended, Journal } from "../present/journal.ts";
import { Snapshots } from "../present/snapshot.ts";
import { eventFrame, heartbeatFrame, isSameForAll, type SnapshotPlace, snapshotPart } from "./event-frames.ts";
import type { EventLimits } from "./event-limits.ts";
import { SharedPieces } from "./event-pieces.ts";
import { StateHash } from "./state-hash.ts";

interface Piece<Next> {
  readonly bytes: Uint8Array;
  readonly next: Next;
}

/** What all streams draw from: the home as it is, what happened, and the bytes of both, made once for everybody. */
export class EventFeed {
  readonly #journal: Journal;
  readonly #pieceLength: number;
  readonly #snapshots: Snapshots;
  readonly #hash: StateHash;
  readonly #snapshotPieces: SharedPieces<Piece<SnapshotPlace | undefined>>;
  readonly #eventPieces: SharedPieces<Piece<number>>;

  constructor(home: Home, journal: Journal, { pieceLength, sharedBytes }: EventLimits) {
    this.#journal = journal;
    this.#pieceLength = pieceLength;
    this.#snapshots = new Snapshots(home);
    this.#hash = new StateHash(home, this.#snapshots);
    this.#snapshotPieces = new SharedPieces(sharedBytes);
    this.#eventPieces = new SharedPieces(sharedBytes);
  }

  /** Where a snapshot begins. It is of this moment, however long it takes somebody to read it. */
  snapshot(): SnapshotPlace {
    return { head: this.#journal.head, snapshot: this.#snapshots.now(), list: 0, item: 0 };
  }

  snapshotPiece(place: SnapshotPlace, origin: string): Piece<SnapshotPlace | undefined> {
    const { head, list, item } = place;
    return this.#snapshotPieces.get(`${head} ${list} ${item} ${isSameForAll(place) ? "" : origin}`, () => {
      const { text, next } = snapshotPart(place, { origin, length: this.#pieceLength });
      return { bytes: Buffer.from(text), next };
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
