import { randomUUID } from "node:crypto";
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { createInbox, type Msg, type NatsConnection, nanos, nuid, type Subscription } from "@nats-io/transport-node";
import { percentile } from "../../e2e/support/event-load-figures.ts";
import { connectOnce } from "../../src/edges/fleet/connect-once.ts";
import { entrySubject, FLEET_BUCKET, inboxOf, putSubject, streamOf } from "../../src/edges/fleet/subjects.ts";
import { found, given } from "../support/given.ts";
import { steadily } from "../support/steady-pace.ts";

interface Given {
  readonly servers: readonly string[];
  /** Of a gateway that nobody has enrolled, and of a front. */
  readonly gateway: { readonly id: string; readonly text: string };
  readonly front: { readonly id: string; readonly text: string };
  readonly perSecond: number;
  readonly seconds: number;
}

const WARM_SECONDS = 1;
/** None is put again before it is acknowledged, even if that takes seconds. */
const KEYS = 10_000;
const STREAM = streamOf(FLEET_BUCKET);
const LAST_MILLIS = 1_000;

// The same puts as those of gateways, and the same reading as that of a front, by the library alone.
const { servers, gateway, front, perSecond, seconds } = await given<Given>();
const reader = await connectOnce({ servers, credentials: front.text });
const writer = await connectOnce({ servers, credentials: gateway.text });
const all = await readAll(reader);
const delays = await putAtPace(all.value);
await Promise.all([reader.close(), writer.close()]);
const [p50, p99, max] = [50, 99, 100].map((hundredths) => percentile(delays, hundredths));
found({ entries: all.entries, bytes: all.bytes, readMillis: all.millis, p50, p99, max });

/** Every entry of the bucket, from when they are asked for; and one of a light. */
async function readAll(connection: NatsConnection) {
  const beganMillis = performance.now();
  let [entries, bytes, value] = [0, 0, ""];
  let subscription: Subscription | undefined;
  await new Promise<void>((resolve, reject) => {
    const consuming = consume(connection, DeliverPolicy.LastPerSubject, (message) => {
      entries += 1;
      bytes += message.data.byteLength;
      if (value === "" && message.subject.includes(".lights.")) value = message.string();
      if (message.reply?.endsWith(".0")) resolve();
    });
    consuming.then((made) => {
      subscription = made;
    }, reject);
  });
  subscription?.unsubscribe();
  return { entries, bytes, value, millis: performance.now() - beganMillis };
}

/** Milliseconds from just before a put until a consumer of the whole bucket has it. */
async function putAtPace(value: string): Promise<readonly number[]> {
  const stream = jetstream(writer);
  const sentMillis = new Map<string, number>();
  const revisions = new Map<string, number>();
  const millis: number[] = [];
  await consume(reader, DeliverPolicy.New, ({ subject }) => {
    const sent = sentMillis.get(subject);
    if (sent !== undefined) millis.push(performance.now() - sent);
    sentMillis.delete(subject);
  });
  await steadily({ perSecond, count: perSecond * (seconds + WARM_SECONDS) }, async (number) => {
    const key = `lights.${number % KEYS}`;
    if (number >= perSecond * WARM_SECONDS)
      sentMillis.set(entrySubject(FLEET_BUCKET, `${gateway.id}.${key}`), performance.now());
    const lastSubjectSequence = revisions.get(key) ?? 0;
    const { seq } = await stream.publish(putSubject(gateway.id, key), value, {
      msgID: randomUUID(),
      expect: { lastSubjectSequence },
    });
    revisions.set(key, seq);
  });
  await new Promise((resolve) => setTimeout(resolve, LAST_MILLIS));
  return millis;
}

/** A plain push consumer of the whole bucket, set up as a front's. */
async function consume(
  connection: NatsConnection,
  deliver_policy: DeliverPolicy,
  take: (message: Msg) => void,
): Promise<Subscription> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const inbox = createInbox(inboxOf(front.id));
  const subscription = connection.subscribe(inbox, {
    callback: (error, message) => {
      if (error) throw error;
      const isControl = message.headers?.code === 100;
      if (!isControl) take(message);
      else if (message.reply) message.respond();
    },
  });
  await manager.consumers.add(STREAM, {
    name: nuid.next(),
    deliver_subject: inbox,
    filter_subject: entrySubject(FLEET_BUCKET, ">"),
    ack_policy: AckPolicy.None,
    deliver_policy,
    max_deliver: 1,
    num_replicas: 1,
    mem_storage: true,
    flow_control: true,
    idle_heartbeat: nanos(1_000),
    inactive_threshold: nanos(30_000),
  });
  return subscription;
}
