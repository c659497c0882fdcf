import { AckPolicy, DeliverPolicy, type JetStreamManager } from "@nats-io/jetstream";
import { createInbox, type Msg, type NatsConnection, nanos, nuid } from "@nats-io/transport-node";
import type { Clock } from "../../../shared/clock.ts";
import { inboxOf, keyOfSubject, streamOf } from "../subjects.ts";

/** An entry of a bucket as it was put; without a value it was deleted. */
export interface BucketEntry {
  readonly key: string;
  readonly value: string | undefined;
  readonly revision: number;
  /** When a server took it, by that server's clock. */
  readonly atMillis: number;
}

export interface FollowerOptions {
  readonly connection: NatsConnection;
  readonly manager: Pick<JetStreamManager, "consumers" | "streams">;
  readonly bucket: string;
  /** The name of the client, under which its inbox is. */
  readonly name: string;
  readonly clock: Clock;
  readonly onEntry: (entry: BucketEntry) => void;
  /** All entries will come, from the first; what does not come until `onSnapshotEnd` is gone. */
  readonly onSnapshotBegin: () => void;
  readonly onSnapshotEnd: () => void;
}

/** How often a server says that it is there, and how long it may be silent. */
const BEAT_MILLIS = 1_000;
const SILENT_MILLIS = 3 * BEAT_MILLIS;
const LOOK_MILLIS = 250;

/** After a longer absence a marker of a deletion may be gone. */
const MARKER_MILLIS = 20 * 60 * 60 * 1_000;

/** Within this a server removes a consumer that nobody listens to. */
const INACTIVE_MILLIS = 30_000;

const CONTROL_CODE = 100;

/**
 * Gives all entries of a bucket and then every change of it, in their order. The watch of the library waits for a minute
 * and more when the server of its consumer dies; this one makes a new consumer after three seconds, and goes on behind the
 * last entry, or from the first where the bucket is another one or the absence was long.
 */
export class BucketFollower {
  readonly #options: FollowerOptions;
  /** The last revision that came, and the bucket that it is of. */
  #revision = 0;
  #created: string | undefined;
  /** How far the bucket was when its consumer was made, and whether all came that was in it: its last entries may have expired. */
  #lastAtBegin = 0;
  #hasAllOfBegin = false;
  #heardAtMillis: number;
  #isInSnapshot = false;
  #leave: () => void = () => undefined;
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
    if (this.#reachedRevision >= revision) return Promise.resolve();
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
    const { created, state } = await manager.streams.info(streamOf(bucket));
    if (created !== this.#created) return false;
    await this.reached(state.last_seq, mostMillis);
    return this.#reachedRevision >= state.last_seq;
  }

  get #reachedRevision(): number {
    return this.#hasAllOfBegin ? Math.max(this.#revision, this.#lastAtBegin) : this.#revision;
  }

  stop(): void {
    this.#isStopped = true;
    for (const { resolve } of this.#waiting) resolve();
    this.#cancelLook();
    this.#leave();
  }

  /** The watchdog. */
  #look(): void {
    this.#cancelLook = this.#options.clock.after(LOOK_MILLIS, () => {
      if (this.#isStopped) return;
      if (this.silentMillis > 0) void this.#begin();
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
    } finally {
      this.#isStarting = false;
    }
  }

  async #follow(): Promise<void> {
    const { connection, manager, bucket, clock, name } = this.#options;
    const stream = streamOf(bucket);
    const { created, state } = await manager.streams.info(stream);
    const isOther = created !== this.#created || state.last_seq < this.#revision;
    const isFromFirst = isOther || clock.now() - this.#heardAtMillis > MARKER_MILLIS;
    const inbox = createInbox(inboxOf(name));
    const consumer = nuid.next();
    let delivered = 0;
    const subscription = connection.subscribe(inbox, {
      callback: (error, message) => {
        if (error || this.#isStopped) return;
        const next = this.#take(message, delivered);
        if (next === undefined) void this.#begin();
        else delivered = next;
      },
    });
    this.#leave = () => {
      subscription.unsubscribe();
      if (!connection.isClosed()) manager.consumers.delete(stream, consumer).catch(() => undefined);
    };
    if (isFromFirst) {
      this.#isInSnapshot = true;
      // If this attempt fails, the next one begins at the first entry as well.
      this.#revision = 0;
      this.#options.onSnapshotBegin();
    }
    this.#created = created;
    this.#lastAtBegin = state.last_seq;
    this.#hasAllOfBegin = false;
    const { num_pending } = await manager.consumers.add(stream, {
      name: consumer,
      deliver_subject: inbox,
      filter_subject: `$KV.${bucket}.>`,
      ack_policy: AckPolicy.None,
      max_deliver: 1,
      num_replicas: 1,
      mem_storage: true,
      flow_control: true,
      idle_heartbeat: nanos(BEAT_MILLIS),
      inactive_threshold: nanos(INACTIVE_MILLIS),
      ...(isFromFirst
        ? { deliver_policy: DeliverPolicy.LastPerSubject }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: this.#revision + 1 }),
    });
    this.#heard();
    if (num_pending === 0 && delivered === 0) this.#allCame();
  }

  /** How many messages of the consumer have come; undefined where one is missing. */
  #take(message: Msg, delivered: number): number | undefined {
    this.#heard();
    const { headers, reply = "" } = message;
    if (headers?.code === CONTROL_CODE) return this.#control(message, delivered);
    const { revision, nth, atMillis, pending } = positionOf(reply);
    if (nth !== delivered + 1) return undefined;
    const key = keyOfSubject(this.#options.bucket, message.subject);
    const isGone = headers?.has("KV-Operation") === true || headers?.has("Nats-Marker-Reason") === true;
    this.#revision = revision;
    // A value is a view on a chunk of the socket: as a text it is a copy.
    this.#options.onEntry({ key, value: isGone ? undefined : message.string(), revision, atMillis });
    if (pending === 0) this.#allCame();
    this.#tellWaiting();
    return nth;
  }

  /** A heartbeat, or a server that wants to know whether its messages have come. */
  #control(message: Msg, delivered: number): number | undefined {
    if (message.reply) {
      message.respond();
      return delivered;
    }
    const stalled = message.headers?.get("Nats-Consumer-Stalled");
    if (stalled) this.#options.connection.publish(stalled);
    return Number(message.headers?.get("Nats-Last-Consumer") ?? delivered) === delivered ? delivered : undefined;
  }

  #allCame(): void {
    this.#hasAllOfBegin = true;
    this.#tellWaiting();
    if (!this.#isInSnapshot) return;
    this.#isInSnapshot = false;
    this.#options.onSnapshotEnd();
  }

  #tellWaiting(): void {
    for (const { revision, resolve } of this.#waiting) if (revision <= this.#reachedRevision) resolve();
  }

  #heard(): void {
    this.#heardAtMillis = this.#options.clock.now();
  }
}

/** What the reply subject of a message says: `$JS.ACK.<…>.<delivered>.<revision>.<nth>.<nanoseconds>.<pending>`, with a domain or without. */
function positionOf(reply: string): { revision: number; nth: number; atMillis: number; pending: number } {
  const tokens = reply.split(".");
  const [revision = 0, nth = 0, nanoseconds = 0, pending = 0] = tokens.slice(tokens.length > 9 ? 7 : 5).map(Number);
  return { revision, nth, atMillis: nanoseconds / 1_000_000, pending };
}
