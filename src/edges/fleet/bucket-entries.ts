import { JetStreamApiError, type JetStreamPublishOptions, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers, type NatsConnection, nuid, TimeoutError } from "@nats-io/transport-node";
import { StoreConflict } from "../../core/gateway/store.ts";
import { BucketConsumer, type ConsumerOptions } from "./bucket-consumer.ts";
import { leaderInfo } from "./leader-info.ts";
import { entrySubject, KEYS_BUCKET, streamOf } from "./subjects.ts";
import { CopyBehind, throughElections } from "./through-elections.ts";

/** An entry of a bucket as it was read: one that is there. */
export interface BucketEntry {
  readonly key: string;
  readonly text: string;
  readonly revision: number;
  /** By the servers' clock. */
  readonly writtenAt: Date;
}

/** Whoever looks once waits for as long until a server has said that it has no more. */
const BEAT_MILLIS = 100;
const SILENT_MILLIS = 3_000;
const MARKER_TTL = "24h";
const WRONG_SEQUENCE = 10_071;

/** What a bucket holds now under a key that may have wildcards, for whoever looks once: fronts follow their buckets. */
export const entriesOf = (
  connection: NatsConnection,
  bucket: string,
  pattern: string,
): Promise<readonly BucketEntry[]> =>
  throughElections(async () => {
    const entries: BucketEntry[] = [];
    await eachEntry({ connection, bucket, patterns: [pattern] }, (entry) => entries.push(entry));
    return entries;
  });

/**
 * The same, entry by entry, for whoever tries again when servers elect a leader, or are behind. An entry that changes
 * meanwhile comes again.
 */
export async function eachEntry(
  { connection, bucket, patterns }: Pick<ConsumerOptions, "connection" | "bucket" | "patterns">,
  onEntry: (entry: BucketEntry) => void,
): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const { state } = await leaderInfo(manager, bucket);
  if (state.messages === 0) return;
  const end = Promise.withResolvers<void>();
  const silence = setTimeout(() => end.reject(new TimeoutError()), SILENT_MILLIS);
  const consumer = new BucketConsumer({
    connection,
    manager,
    bucket,
    patterns,
    beatMillis: BEAT_MILLIS,
    onEntry: ({ key, value, revision, atMillis }) => {
      if (value !== undefined) onEntry({ key, text: value, revision, writtenAt: new Date(atMillis) });
    },
    onPosition: (revision, { idle }) => {
      silence.refresh();
      if (revision >= state.last_seq) end.resolve();
      else if (idle) end.reject(new CopyBehind());
    },
    onGap: () => end.reject(new TimeoutError()),
  });
  try {
    await Promise.all([consumer.begin(), end.promise]);
  } finally {
    clearTimeout(silence);
    consumer.leave();
  }
}

/** Writes an entry of the fleet's own bucket; one that ends by itself where a time is given, such as "10s". */
export async function putKeysEntry(
  connection: NatsConnection,
  key: string,
  { value, ttl }: { readonly value: unknown; readonly ttl?: string },
): Promise<void> {
  const subject = entrySubject(KEYS_BUCKET, key);
  await publish(connection, subject, { text: JSON.stringify(value), ...(ttl === undefined ? {} : { ttl }) });
}

/** Replaces an entry by one that ends by itself, only if it is as it was read; throws a StoreConflict otherwise. */
export async function replaceKeysEntry(
  connection: NatsConnection,
  { key, revision }: Pick<BucketEntry, "key" | "revision">,
  { value, ttl }: { readonly value: unknown; readonly ttl: string },
): Promise<void> {
  const expect = { lastSubjectSequence: revision };
  try {
    await publish(connection, entrySubject(KEYS_BUCKET, key), { text: JSON.stringify(value), expect, ttl });
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === WRONG_SEQUENCE) throw new StoreConflict(error.message);
    throw error;
  }
}

/** Writes an entry that is not there yet; false when it is. */
export async function createKeysEntry(connection: NatsConnection, key: string, value: unknown): Promise<boolean> {
  const expect = { lastSubjectSequence: 0 };
  try {
    await publish(connection, entrySubject(KEYS_BUCKET, key), { text: JSON.stringify(value), expect });
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === WRONG_SEQUENCE) return false;
    throw error;
  }
}

export const removeKeysEntry = (connection: NatsConnection, key: string): Promise<void> =>
  removeEntry(connection, KEYS_BUCKET, key);

/** Whoever follows the bucket hears of it, for as long as the mark of it is kept. */
export async function removeEntry(connection: NatsConnection, bucket: string, key: string): Promise<void> {
  const mark = headers();
  mark.set("KV-Operation", "DEL");
  await publish(connection, entrySubject(bucket, key), { text: "", headers: mark, ttl: MARKER_TTL });
}

/** Repeated as it is until it is answered: the bucket takes it once. */
function publish(
  connection: NatsConnection,
  subject: string,
  { text, ...options }: Partial<JetStreamPublishOptions> & { readonly text: string },
): Promise<unknown> {
  const msgID = nuid.next();
  return throughElections(() => jetstream(connection).publish(subject, text, { ...options, msgID }));
}

/** Removes all entries under a key, which may have wildcards, and tells nobody. */
export const purgeEntries = (connection: NatsConnection, bucket: string, pattern: string): Promise<number> =>
  throughElections(async () => {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    const { purged } = await manager.streams.purge(streamOf(bucket), { filter: entrySubject(bucket, pattern) });
    return purged;
  });

/** The servers' clock. */
export const serverTime = (connection: NatsConnection): Promise<Date> =>
  throughElections(async () => {
    const answer = await connection.request(`$JS.API.STREAM.INFO.${streamOf(KEYS_BUCKET)}`);
    const { ts } = answer.json<{ readonly ts?: string }>();
    return ts === undefined ? new Date() : new Date(ts);
  });
