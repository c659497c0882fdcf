import type { Home } from "../../../core/home/home.ts";
import type { Journal } from "../../../core/present/events/journal.ts";
import { type Snapshot, Snapshots } from "../../../core/present/events/snapshot.ts";
import type { Clock } from "../../../shared/clock.ts";
import { Counts } from "../../../shared/counts.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { Chunk } from "./chunk.ts";
import { snapshotChunks } from "./event-frames.ts";

/** A snapshot that any number of streams read. */
export interface SharedSnapshot {
  /** The newest event that the snapshot includes. */
  readonly head: number;
  readonly chunks: readonly Chunk[];
}

/** A client to whom a snapshot is sent. */
interface SnapshotReader {
  /** Cuts the client off: it can come back. */
  drop(): void;
}

interface SharedSnapshotsOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly clock: Clock;
  /** What snapshots that are still being read may take of the memory, beside the newest, before another one is made. */
  readonly mostOldBytes: number;
  /** Called when those who wait for a snapshot are to ask again. */
  readonly onReady: () => void;
}

/** One snapshot is made at a time, for however many clients. */
const QUEUE_LIMITS = { sliceMillis: 1, pending: 1 };

/** How long a snapshot that nobody reads is kept: clients that lost the gateway come back together. */
const KEEP_MILLIS = 20_000;

/**
 * Snapshots for all who want one. One is made at a time, in slices, and everybody who asked before it was begun shares it.
 * While those that are being read take too much memory, newcomers get the newest of them, and what happened since. Where
 * the journal does not remember what happened since, those who still read it could not go on either, and make room.
 */
export class SharedSnapshots {
  readonly #options: SharedSnapshotsOptions;
  readonly #snapshots: Snapshots;
  readonly #queue: StepQueue;
  readonly #readers = new Map<SharedSnapshot, Set<SnapshotReader>>();
  /** The bytes of the newest snapshot and of those that are being read; they share what did not change between them. */
  readonly #kept = new Counts<Buffer>();
  #keptBytes = 0;
  #newestBytes = 0;
  #newest: SharedSnapshot | undefined;
  #isMaking = false;
  #isStopped = false;
  #fault: { readonly fault: unknown } | undefined;
  #cancelForget: () => void = () => undefined;

  constructor(options: SharedSnapshotsOptions) {
    this.#options = options;
    this.#snapshots = new Snapshots(options.home);
    this.#queue = new StepQueue(options.clock.now, QUEUE_LIMITS);
  }

  /**
   * A snapshot of a moment not before `since`, the newest event when the client asked for it, or the next best one; to be
   * released by who got it. Undefined where the client has to wait.
   */
  take(reader: SnapshotReader, since: number): SharedSnapshot | undefined {
    if (!this.#suitable(since) && !this.#isMaking) {
      this.#throwFault();
      if (this.#isFull) this.#dropOvertaken();
      this.#make();
    }
    const snapshot = this.#suitable(since);
    return snapshot && this.#hold(snapshot, reader);
  }

  release(snapshot: SharedSnapshot, reader: SnapshotReader): void {
    const readers = this.#readers.get(snapshot);
    if (!readers?.delete(reader) || readers.size > 0) return;
    this.#readers.delete(snapshot);
    if (snapshot !== this.#newest) this.#letGo(snapshot);
    if (this.#readers.size === 0) this.#forgetLater();
  }

  /** Keeps nothing from now on. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelForget();
    this.#forget();
  }

  get #isFull(): boolean {
    return this.#keptBytes - this.#newestBytes >= this.#options.mostOldBytes;
  }

  #suitable(since: number): SharedSnapshot | undefined {
    const newest = this.#newest;
    if (!newest || newest.head >= since) return newest;
    return this.#isFull && this.#options.journal.knows(newest.head) ? newest : undefined;
  }

  #hold(snapshot: SharedSnapshot, reader: SnapshotReader): SharedSnapshot {
    this.#cancelForget();
    const readers = this.#readers.get(snapshot) ?? new Set();
    this.#readers.set(snapshot, readers.add(reader));
    return snapshot;
  }

  #dropOvertaken(): void {
    const { journal } = this.#options;
    const overtaken = [...this.#readers].filter(([{ head }]) => !journal.knows(head));
    for (const [, readers] of overtaken) for (const reader of [...readers]) reader.drop();
  }

  /** Of the last attempt: the first who asks again is told, the next one tries again. */
  #throwFault(): void {
    if (!this.#fault) return;
    const { fault } = this.#fault;
    this.#fault = undefined;
    throw fault;
  }

  #make(): void {
    const making = this.#queue.run({ owner: "", isUrgent: false, steps: this.#begin() });
    if (making instanceof Promise) void this.#await(making);
    else this.#keep(making);
  }

  async #await(making: Promise<SharedSnapshot | "busy">): Promise<void> {
    this.#isMaking = true;
    try {
      this.#keep(await making);
    } catch (fault) {
      this.#fault = { fault };
    }
    this.#isMaking = false;
    this.#options.onReady();
  }

  #keep(made: SharedSnapshot | "busy"): void {
    if (made === "busy" || this.#isStopped) return;
    this.#setNewest(made);
    if (this.#readers.size === 0) this.#forgetLater();
  }

  #setNewest(snapshot: SharedSnapshot | undefined): void {
    const former = this.#newest;
    this.#newest = snapshot;
    this.#newestBytes = 0;
    for (const { bytes } of snapshot?.chunks ?? []) {
      this.#newestBytes += bytes.byteLength;
      if (this.#kept.add(bytes) === 1) this.#keptBytes += bytes.byteLength;
    }
    if (former && !this.#readers.has(former)) this.#letGo(former);
  }

  #letGo({ chunks }: SharedSnapshot): void {
    for (const { bytes } of chunks) if (this.#kept.remove(bytes) === 0) this.#keptBytes -= bytes.byteLength;
  }

  /** Of this moment, whenever the first step is taken. */
  #begin(): Steps<SharedSnapshot> {
    return chunked(this.#options.journal.head, this.#snapshots.take());
  }

  #forgetLater(): void {
    this.#cancelForget();
    if (!this.#isStopped) this.#cancelForget = this.#options.clock.after(KEEP_MILLIS, () => this.#forget());
  }

  #forget(): void {
    this.#setNewest(undefined);
    this.#snapshots.forget();
  }
}

function* chunked(head: number, taking: Steps<Snapshot>): Steps<SharedSnapshot> {
  return { head, chunks: snapshotChunks(head, yield* taking) };
}
