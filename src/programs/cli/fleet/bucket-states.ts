import { jetstreamManager, type PeerInfo } from "@nats-io/jetstream";
import { millis, type NatsConnection } from "@nats-io/transport-node";
import { FLEET_BUCKET, KEYS_BUCKET, streamOf } from "../../../edges/fleet/subjects.ts";
import { throughElections } from "../../../edges/fleet/through-elections.ts";
import { counted } from "../../../shared/counted.ts";

/** How it stands with a bucket of the fleet. */
export interface BucketState {
  readonly bucket: string;
  readonly entries: number;
  readonly bytes: number;
  /** Null while none is elected. */
  readonly leader: string | null;
  /** All copies, the leader's first. */
  readonly copies: readonly CopyState[];
}

interface CopyState {
  readonly server: string;
  readonly state: "current" | "behind" | "offline";
  /** How many changes it has not got yet. */
  readonly lag: number;
  /** How long ago its leader heard of it; 0 for the leader itself, and where it never did. */
  readonly silentMillis: number;
}

/** A leader hears of each copy every second or so; it takes longer than this until it calls a server offline. */
const SILENT_MILLIS = 5_000;

/** How it stands with a copy that its leader tells of. A new leader has never heard of a server that went down before. */
export function copyState({ current, active, offline = false }: PeerInfo): CopyState["state"] {
  if (current && !offline && millis(active) <= SILENT_MILLIS) return "current";
  return offline || active === 0 || millis(active) > SILENT_MILLIS ? "offline" : "behind";
}

/** "12 changes behind"; a server that has just come back does not know how many. */
export const behind = (lag: number): string => (lag > 0 ? `${counted(lag, "change")} behind` : "behind");

export async function bucketStates(connection: NatsConnection): Promise<readonly BucketState[]> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  return Promise.all(
    [FLEET_BUCKET, KEYS_BUCKET].map(async (bucket): Promise<BucketState> => {
      const { state, cluster } = await throughElections(() => manager.streams.info(streamOf(bucket)));
      // A server that is in no cluster leads.
      const leader = (cluster ? cluster.leader : connection.info?.server_name) || null;
      const first: readonly CopyState[] =
        leader === null ? [] : [{ server: leader, state: "current", lag: 0, silentMillis: 0 }];
      const others = (cluster?.replicas ?? []).map(
        (peer): CopyState => ({
          server: peer.name,
          state: copyState(peer),
          lag: peer.lag ?? 0,
          silentMillis: millis(peer.active),
        }),
      );
      return { bucket, entries: state.messages, bytes: state.bytes, leader, copies: [...first, ...others] };
    }),
  );
}
