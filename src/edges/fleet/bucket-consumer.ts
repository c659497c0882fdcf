import { AckPolicy, DeliverPolicy, type JetStreamManager } from "@nats-io/jetstream";
import { createInbox, type Msg, type NatsConnection, nanos, nuid } from "@nats-io/transport-node";
import { entrySubject, keyOfSubject, streamOf } from "./subjects.ts";

/** An entry of a bucket as it was put; without a value it was deleted. */
export interface BucketEntry {
  readonly key: string;
  readonly value: string | undefined;
  readonly revision: number;
  /** When a server took it, by that server's clock. */
  readonly atMillis: number;
}

export interface ConsumerOptions {
  readonly connection: NatsConnection;
  readonly manager: Pick<JetStreamManager, "consumers" | "getOptions">;
  readonly bucket: string;
  /** The keys that are wanted, which may have wildcards and have no key in common. */
  readonly patterns: readonly string[];
  /** The first revision that is wanted; all that the bucket has, where none is given. */
  readonly from?: number | undefined;
  /** How often a server says that it is there when it has nothing to send: 100 ms or more. */
  readonly beatMillis: number;
  readonly onEntry: (entry: BucketEntry) => void;
  /**
   * All has come that the bucket had up to a revision. Idle: the server's copy of the bucket has no more than that, whatever
   * other servers have.
   */
  readonly onPosition: (revision: number, is: { readonly idle: boolean }) => void;
  /** An entry did not come: another consumer is needed. */
  readonly onGap: () => void;
}

/** Within this a server removes a consumer that nobody listens to. */
const INACTIVE_MILLIS = 30_000;

const CONTROL_CODE = 100;

/**
 * Gives the entries of a bucket as one server has them, in the order of their revisions. The cluster chooses any server that
 * is there, also one that has just come back and has yet to fetch what it missed. Neither the number of entries that it
 * promises tells, nor what the bucket's leader says of its copies: a server that lost all counts as current there for
 * seconds. How far the server has looked itself, which it says when it is idle, tells.
 */
export class BucketConsumer {
  readonly #options: ConsumerOptions;
  readonly #name = nuid.next();
  readonly #subscription: { unsubscribe(): void };
  readonly #inbox: string;
  #delivered = 0;
  #revision = 0;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#inbox = createInbox(options.manager.getOptions().watcherPrefix);
    this.#subscription = options.connection.subscribe(this.#inbox, {
      callback: (error, message) => {
        if (!error) this.#take(message);
      },
    });
  }

  /** Rejects where no server takes it, or none that leads. */
  async begin(): Promise<void> {
    const { manager, bucket, patterns, from, beatMillis } = this.#options;
    const subjects = patterns.map((pattern) => entrySubject(bucket, pattern));
    const [subject = "", ...others] = subjects;
    await manager.consumers.add(streamOf(bucket), {
      name: this.#name,
      deliver_subject: this.#inbox,
      ...(others.length === 0 ? { filter_subject: subject } : { filter_subjects: subjects }),
      ack_policy: AckPolicy.None,
      max_deliver: 1,
      num_replicas: 1,
      mem_storage: true,
      flow_control: true,
      idle_heartbeat: nanos(beatMillis),
      inactive_threshold: nanos(INACTIVE_MILLIS),
      ...(from === undefined
        ? { deliver_policy: DeliverPolicy.LastPerSubject }
        : { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from }),
    });
  }

  leave(): void {
    const { connection, manager, bucket } = this.#options;
    this.#subscription.unsubscribe();
    if (!connection.isClosed()) manager.consumers.delete(streamOf(bucket), this.#name).catch(() => undefined);
  }

  #take(message: Msg): void {
    const { headers, reply = "", subject } = message;
    if (headers?.code === CONTROL_CODE) {
      this.#takeControl(message);
      return;
    }
    const { revision, nth, atMillis } = positionOf(reply);
    if (nth !== this.#delivered + 1) {
      this.#options.onGap();
      return;
    }
    this.#delivered = nth;
    this.#revision = revision;
    const key = keyOfSubject(this.#options.bucket, subject);
    const isGone = headers?.has("KV-Operation") === true || headers?.has("Nats-Marker-Reason") === true;
    // A value is a view on a chunk of the socket: as a text it is a copy.
    this.#options.onEntry({ key, value: isGone ? undefined : message.string(), revision, atMillis });
    this.#options.onPosition(revision, { idle: false });
  }

  /** A heartbeat, or a server that wants to know whether its messages have come. */
  #takeControl(message: Msg): void {
    if (message.reply) {
      message.respond();
      this.#options.onPosition(this.#revision, { idle: false });
      return;
    }
    const header = (name: string) => message.headers?.get(name) || undefined;
    const stalled = header("Nats-Consumer-Stalled");
    if (stalled !== undefined) this.#options.connection.publish(stalled);
    if (Number(header("Nats-Last-Consumer") ?? this.#delivered) !== this.#delivered) {
      this.#options.onGap();
      return;
    }
    // A server that waits for an answer has more to send.
    const idle = stalled === undefined;
    if (idle) this.#revision = Math.max(this.#revision, Number(header("Nats-Last-Stream") ?? 0));
    this.#options.onPosition(this.#revision, { idle });
  }
}

/** What the reply subject of a message says: `$JS.ACK.<…>.<delivered>.<revision>.<nth>.<nanoseconds>.<pending>`, with a domain or without. */
function positionOf(reply: string): { revision: number; nth: number; atMillis: number } {
  const tokens = reply.split(".");
  const [revision = 0, nth = 0, nanoseconds = 0] = tokens.slice(tokens.length > 9 ? 7 : 5).map(Number);
  return { revision, nth, atMillis: nanoseconds / 1_000_000 };
}
