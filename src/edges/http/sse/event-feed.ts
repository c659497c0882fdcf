import type { Home } from "../../../core/home/home.ts";
import type { Appended, Journal } from "../../../core/present/events/journal.ts";
import { hasPicture } from "../../../core/present/wire/picture-address.ts";
import type { Clock } from "../../../shared/clock.ts";
import { StepQueue } from "../../../shared/step-queue.ts";
import { Chunk } from "./chunk.ts";
import { ChunkCache } from "./chunk-cache.ts";
import { eventFrame, heartbeatFrame } from "./event-frames.ts";
import type { EventLimits } from "./event-limits.ts";
import { SharedSnapshots } from "./shared-snapshots.ts";
import { StateHash } from "./state-hash.ts";

export interface EventFeedOptions {
  readonly home: Home;
  readonly journal: Journal;
  readonly limits: EventLimits;
  readonly clock: Clock;
  /** Called when those who wait for a snapshot are to ask again. */
  readonly onReady: () => void;
}

/** Events in a row, and the last of them. */
interface EventChunk {
  readonly chunk: Chunk;
  readonly last: number;
}

/** Who needs a heartbeat. */
interface HeartbeatRequest {
  readonly origin: string;
  readonly clientAddress: string;
  /** Called when a heartbeat that is not ready is to be asked for again. */
  readonly onReady: () => void;
}

/** Hashes are worked out in slices, for a few streams of each client at a time. */
const HASH_LIMITS = { sliceMillis: 0.5, pendingPerOwner: 4, pending: 1_000 };

/** What all streams read: snapshots of the home and the events since, each made once for all streams. */
export class EventFeed {
  readonly snapshots: SharedSnapshots;
  readonly #journal: Journal;
  readonly #limits: EventLimits;
  readonly #hash: StateHash;
  readonly #hashQueue: StepQueue;
  readonly #events: ChunkCache<EventChunk>;

  constructor(options: EventFeedOptions) {
    const { home, journal, limits, clock } = options;
    this.#journal = journal;
    this.#limits = limits;
    this.snapshots = new SharedSnapshots({ ...options, mostOldBytes: limits.oldSnapshotBytes });
    this.#hash = new StateHash(home);
    this.#hashQueue = new StepQueue(clock.now, HASH_LIMITS);
    this.#events = new ChunkCache(limits.sharedBytes);
  }

  /** The newest event. */
  get head(): number {
    return this.#journal.head;
  }

  /** Whether events of the home as it is are still to come: until then no hash of it means anything to a client. */
  get isBehind(): boolean {
    return this.#journal.isBehind;
  }

  /** Some events after an event; `lost` where they are not remembered, undefined when there are no more. */
  eventsAfter(id: number): EventChunk | "lost" | undefined {
    if (!this.#journal.knows(id)) return "lost";
    if (id === this.#journal.head) return undefined;
    return this.#events.get(id, () => this.#makeEvents(id));
  }

  apply(appended: readonly Appended[]): void {
    for (const { event } of appended) this.#hash.change(event);
  }

  /** For a client that has every event; undefined while the hash is worked out. */
  heartbeat({ origin, clientAddress, onReady }: HeartbeatRequest): string | undefined {
    const hash = this.#hash.at(origin);
    if (hash !== undefined) return heartbeatFrame(this.head, hash);
    const preparing = this.#hashQueue.run({
      owner: clientAddress,
      isUrgent: false,
      steps: this.#hash.prepare(origin),
    });
    if (!(preparing instanceof Promise)) return heartbeatFrame(this.head, this.#hash.at(origin));
    // A stream that asks again meets the same fault, and ends.
    void preparing.catch(() => undefined).then(onReady);
    return undefined;
  }

  /** A heartbeat that has waited for its hash is not put off again, even if more happened meanwhile. */
  heartbeatNow(origin: string): string {
    return heartbeatFrame(this.head, this.#hash.at(origin));
  }

  /** No stream is sending: there is nothing to share events for. */
  releaseEvents(): void {
    this.#events.clear();
  }

  /** The last client has left. */
  end(): void {
    this.#hash.end();
    this.releaseEvents();
  }

  #makeEvents(after: number): EventChunk {
    let text = "";
    let last = after;
    for (const event of this.#journal.after(after) ?? []) {
      if (text.length >= this.#limits.chunkLength) break;
      text += eventFrame(event);
      last = event.id;
    }
    return { chunk: new Chunk(Buffer.from(text), { hasPictures: hasPicture(text) }), last };
  }
}
