import type { JetStreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { Clock } from "../../../shared/clock.ts";
import { BucketConsumer, type BucketEntry } from "../bucket-consumer.ts";
import { leaderInfo } from "../leader-info.ts";

export interface FollowerOptions {
  readonly connection: NatsConnection;
  readonly manager: Pick<JetStreamManager, "consumers" | "streams" | "getOptions">;
  readonly bucket: string;
  readonly clock: Clock;
  readonly onEntry: (entry: BucketEntry) => void;
  /**
   * All entries will come, from the first; what does not come until `onSnapshotEnd` is gone. It may begin again before that.
   * The servers' clock shows this time now.
   */
  readonly onSnapshotBegin: (serverMillis: number) => void;
  readonly onSnapshotEnd: () => void;
}

/** How often a server says that it is there, and how long it may be silent. */
const BEAT_MILLIS = 250;
const SILENT_MILLIS = 3_000;
const LOOK_MILLIS = 250;

/** After a longer absence a marker of a deletion may be gone. */
const MARKER_MILLIS = 20 * 60 * 60 * 1_000;

/**
 * Gives all entries of a bucket and then every change of it, in their order. The watch of the library waits for a minute
 * and more when the server of its consumer dies; this one makes a new consumer after three seconds, and goes on behind the
 * last entry, or from the first where the bucket is another one or the absence was long. It makes another one as well where
 * the server has less than the bucket's leader had.
 */
export class BucketFollower {
  readonly #options: FollowerOptions;
  /** Up to which revision all came, and the bucket that it is of. */
  #revision = 0;
  #created: string | undefined;
  /** How far the bucket's leader is known to have been: a server that has less is behind. */
  #known = 0;
  #heardAtMillis: number;
  #isInSnapshot = false;
  #consumer: BucketConsumer | undefined;
  #cancelLook: () => void = () => undefined;
  #isStarting = false;
  readonly #waiting = new Set<{ readonly revision: number; resolve: () => void }>();
  #isStopped = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#heardAtMillis = options.clock.now();
    void this.#begin();
    this.#look();
  }

  /** For how long the cluster was not heard of; 0 while it is there. */
  get silentMillis(): number {
    const millis = this.#options.clock.now() - this.#heardAtMillis;
    return millis > SILENT_MILLIS ? millis : 0;
  }

  /** Resolves once an entry with this revision, or a later one, has come, or after so many milliseconds. */
  reached(revision: number, mostMillis: number): Promise<void> {
    if (this.#revision >= revision) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = { revision, resolve: () => {} };
      const cancel = this.#options.clock.after(mostMillis, () => waiting.resolve());
      waiting.resolve = () => {
        cancel();
        this.#waiting.delete(waiting);
        resolve();
      };
      this.#waiting.add(waiting);
    });
  }

  /**
   * Resolves with whether all has come that the bucket has now. The leader says how far it is: other servers that have a
   * copy may be behind.
   */
  async caughtUp(mostMillis: number): Promise<boolean> {
    const { manager, bucket } = this.#options;
    const { created, state } = await leaderInfo(manager, bucket);
    if (created !== this.#created) return false;
    this.#known = Math.max(this.#known, state.last_seq);
    await this.reached(state.last_seq, mostMillis);
    return this.#revision >= state.last_seq;
  }

  stop(): void {
    this.#isStopped = true;
    for (const { resolve } of this.#waiting) resolve();
    this.#cancelLook();
    this.#leave();
  }

  #leave(): void {
    this.#consumer?.leave();
    this.#consumer = undefined;
  }

  /** The watchdog. */
  #look(): void {
    this.#cancelLook = this.#options.clock.after(LOOK_MILLIS, () => {
      if (this.#isStopped) return;
      if (this.silentMillis > 0 || !this.#consumer) void this.#begin();
      this.#look();
    });
  }

  async #begin(): Promise<void> {
    if (this.#isStarting || this.#isStopped) return;
    this.#isStarting = true;
    this.#leave();
    try {
      await this.#follow();
    } catch {
      // No leader is there yet, or no server: the watchdog tries again.
      this.#leave();
    } finally {
      this.#isStarting = false;
    }
  }

  async #follow(): Promise<void> {
    const { connection, manager, bucket, clock } = this.#options;
    const { created, state, atMillis } = await leaderInfo(manager, bucket);
    if (this.#isStopped) return;
    const isOther = created !== this.#created || state.last_seq < this.#revision;
    // What a server that is behind had may have been deleted since.
    const isFromFirst = isOther || this.#isInSnapshot || clock.now() - this.#heardAtMillis > MARKER_MILLIS;
    if (isFromFirst) {
      this.#isInSnapshot = true;
      this.#revision = 0;
      this.#options.onSnapshotBegin(atMillis);
    }
    this.#created = created;
    this.#known = state.last_seq;
    const consumer = new BucketConsumer({
      connection,
      manager,
      bucket,
      patterns: [">"],
      // From the last that came: a server that does not have it is behind.
      from: isFromFirst ? undefined : Math.max(this.#revision, 1),
      beatMillis: BEAT_MILLIS,
      onEntry: (entry) => {
        if (entry.revision > this.#revision) this.#options.onEntry(entry);
      },
      onPosition: (revision, is) => {
        this.#at(revision, is);
      },
      onGap: () => void this.#begin(),
    });
    this.#consumer = consumer;
    await consumer.begin();
    this.#heard();
  }

  #at(revision: number, { idle }: { readonly idle: boolean }): void {
    if (this.#isStopped) return;
    this.#heard();
    this.#revision = Math.max(this.#revision, revision);
    for (const { revision: awaited, resolve } of this.#waiting) if (awaited <= this.#revision) resolve();
    if (revision < this.#known) {
      if (idle) void this.#begin();
    } else if (this.#isInSnapshot) {
      this.#isInSnapshot = false;
      this.#options.onSnapshotEnd();
    }
  }

  #heard(): void {
    this.#heardAtMillis = this.#options.clock.now();
  }
}
