import { setTimeout as delay } from "node:timers/promises";
import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { FleetFault } from "./connect-once.ts";
import { entrySubject, FLEET_BUCKET, KEYS_BUCKET, streamOf } from "./subjects.ts";

const MAX_VALUE_BYTES = 1024 * 1024;

const DUPLICATE_WINDOW_MILLIS = 120_000;

/** Codes of JetStream: a server that is in no cluster keeps one copy; the others pass as soon as the cluster is complete. */
const [NOT_CLUSTERED, NO_PEERS, NO_LEADER, NOT_FOUND] = [10_074, 10_005, 10_008, 10_059];

/** Roll-ups stay off: by one header, a gateway would remove the entries of all others. */
const settingsOf = (bucket: string, copies: 1 | 3): Partial<StreamConfig> & { readonly name: string } => ({
  name: streamOf(bucket),
  subjects: [entrySubject(bucket, ">")],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  num_replicas: copies,
  max_msgs_per_subject: 1,
  max_msg_size: MAX_VALUE_BYTES,
  duplicate_window: nanos(DUPLICATE_WINDOW_MILLIS),
  allow_direct: true,
  allow_rollup_hdrs: false,
  allow_msg_ttl: true,
  deny_delete: true,
});

/** How long a cluster may take to elect its leaders. */
const READY_MILLIS = 30_000;
const AGAIN_MILLIS = 250;

/** Makes both buckets, or makes them as they are meant to be: three copies of each in a cluster, one elsewhere. */
export async function makeBuckets(
  connection: NatsConnection,
  readyMillis = READY_MILLIS,
): Promise<{ readonly copies: 1 | 3 }> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const endsAt = Date.now() + readyMillis;
  let copies: 1 | 3 = 3;
  try {
    for (const bucket of [FLEET_BUCKET, KEYS_BUCKET]) copies = await makeBucket(manager, bucket, { copies, endsAt });
  } catch (error) {
    throw [NO_PEERS, NO_LEADER].includes(codeOf(error) ?? 0) ? new FleetFault(MISSING_SERVER) : error;
  }
  return { copies };
}

const MISSING_SERVER =
  "The servers cannot create the storage for the fleet's data. The first time, all servers of the cluster must run: start those that are missing, then run this command again.";

const codeOf = (error: unknown): number | undefined => (error instanceof JetStreamApiError ? error.code : undefined);

interface Attempt {
  readonly copies: 1 | 3;
  readonly endsAt: number;
}

/** A server that has no leader yet says that JetStream is not enabled, or nothing. */
async function makeBucket(manager: JetStreamManager, bucket: string, attempt: Attempt): Promise<1 | 3> {
  const { copies, endsAt } = attempt;
  try {
    await put(manager, settingsOf(bucket, copies));
    return copies;
  } catch (error) {
    const code = codeOf(error);
    if (code === NOT_CLUSTERED && copies === 3) return makeBucket(manager, bucket, { copies: 1, endsAt });
    const mayPass = code === undefined || code === NO_PEERS || code === NO_LEADER;
    if (!mayPass || Date.now() > endsAt) throw error;
    await delay(AGAIN_MILLIS);
    return makeBucket(manager, bucket, attempt);
  }
}

async function put(manager: JetStreamManager, settings: ReturnType<typeof settingsOf>): Promise<void> {
  try {
    await manager.streams.info(settings.name);
  } catch (error) {
    if (codeOf(error) !== NOT_FOUND) throw error;
    await manager.streams.add(settings as StreamConfig);
    return;
  }
  await manager.streams.update(settings.name, settings);
}
