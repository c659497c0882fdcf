import { jetstreamManager, type PeerInfo, type StreamInfo } from "@nats-io/jetstream";
import { millis, type NatsConnection } from "@nats-io/transport-node";
import { FleetFault } from "../../../edges/fleet/connect-once.ts";
import { FLEET_BUCKET, KEYS_BUCKET, streamOf } from "../../../edges/fleet/subjects.ts";
import { throughElections } from "../../../edges/fleet/through-elections.ts";
import { counted } from "../../../shared/counted.ts";
import { answeringServers } from "./answering-servers.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** How it stands with a bucket of the fleet. */
export interface BucketState {
  readonly bucket: string;
  readonly entries: number;
  readonly bytes: number;
  /** Null while none is elected, and while too few servers answer: then nothing can be written. */
  readonly leader: string | null;
  /** All copies, the leader's first. */
  readonly copies: readonly CopyState[];
}

interface CopyState {
  readonly server: string;
  /** Unknown without a leader, as only a leader knows how far the others are. */
  readonly state: "current" | "behind" | "offline" | "unknown";
  /** How many changes it has not got yet. */
  readonly lag: number;
  /** How long ago its leader heard of it; 0 for the leader itself, and where it never did. */
  readonly silentMillis: number;
}

/** What a server tells of a bucket. */
export interface PlacedBucket {
  readonly bucket: string;
  readonly state: Pick<StreamInfo["state"], "messages" | "bytes">;
  readonly cluster: { readonly leader?: string | undefined; readonly replicas?: readonly PeerInfo[] };
}

/** A leader hears of each copy every second or so. */
const SILENT_MILLIS = 5_000;

/** "12 changes behind"; a server that has just come back does not know how many. */
export const behind = (lag: number): string => (lag > 0 ? `${counted(lag, "change")} behind` : "behind");

/** As the servers tell of them, and as far as they answer themselves. */
export async function bucketStates({ connect }: Pick<OperatedFleet, "connect">): Promise<readonly BucketState[]> {
  const connection = await connect("command");
  const buckets = await placedBuckets(connection);
  const awaited = new Set(buckets.flatMap(serversOf));
  const system = await connect("system").catch(whereCredentialsAreAway);
  const answered = system && (await answeringServers(system, awaited)).map(({ server }) => server.name);
  const answering = new Set(answered ?? [connection.info?.server_name ?? "", ...buckets.flatMap(heardServers)]);
  return buckets.map((placed) => bucketState(placed, answering));
}

/** The credentials that ask all servers may be kept elsewhere than those for everyday commands. */
function whereCredentialsAreAway(fault: unknown): undefined {
  if (!(fault instanceof FleetFault)) throw fault;
}

/** The servers that the leader, or whoever answers instead, has heard of lately. */
const heardServers = ({ cluster: { leader, replicas = [] } }: PlacedBucket): readonly string[] => [
  ...(leader ? [leader] : []),
  ...replicas.filter(({ offline, active }) => !offline && active > 0 && millis(active) <= SILENT_MILLIS).map(nameOf),
];

const nameOf = ({ name }: PeerInfo): string => name;

export async function placedBuckets(connection: NatsConnection): Promise<readonly PlacedBucket[]> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return Promise.all(
    [FLEET_BUCKET, KEYS_BUCKET].map(async (bucket) => {
      const { state, cluster } = await throughElections(() => manager.streams.info(streamOf(bucket)));
      // A server that is in no cluster leads.
      return { bucket, state, cluster: cluster ?? { leader: connection.info?.server_name } };
    }),
  );
}

/**
 * A leader that has lost the others takes itself for the leader for 20 s more, and them for current for 10 s. So what counts
 * is who answers: a server that does not is offline, and without most of them nobody leads.
 */
export function bucketState(placed: PlacedBucket, answering: ReadonlySet<string>): BucketState {
  const { bucket, state, cluster } = placed;
  const servers = serversOf(placed);
  const there = servers.filter((server) => answering.has(server));
  const isLed = cluster.leader !== undefined && answering.has(cluster.leader) && there.length * 2 > servers.length;
  const leader = isLed ? (cluster.leader ?? null) : null;
  const copies = servers.map((server): CopyState => {
    const peer = server === cluster.leader ? undefined : cluster.replicas?.find(({ name }) => name === server);
    return {
      server,
      state: answering.has(server) ? copyState(peer, isLed) : "offline",
      lag: peer?.lag ?? 0,
      silentMillis: peer ? millis(peer.active) : 0,
    };
  });
  return { bucket, entries: state.messages, bytes: state.bytes, leader, copies };
}

/** Of a server that answers: its leader may not have heard of it yet. */
function copyState(peer: PeerInfo | undefined, isLed: boolean): CopyState["state"] {
  if (!isLed) return "unknown";
  if (peer === undefined) return "current";
  return peer.current && !peer.offline && millis(peer.active) <= SILENT_MILLIS ? "current" : "behind";
}

/** Without a leader, the server that is asked lists itself too. */
const serversOf = ({ cluster: { leader, replicas = [] } }: PlacedBucket): readonly string[] => [
  ...new Set([...(leader ? [leader] : []), ...replicas.map(nameOf)]),
];
