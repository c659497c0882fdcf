import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { FLEET_BUCKET, KEYS_BUCKET, streamOf } from "../../../edges/fleet/subjects.ts";
import { throughElections } from "../../../edges/fleet/through-elections.ts";
import { copyState } from "./bucket-states.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** A server of the fleet as an operator sees it. */
export interface ServerRow {
  readonly name: string;
  /** Null for a server that does not answer. */
  readonly version: string | null;
  readonly connections: number | null;
  /** How it stands with its copies of the two buckets. */
  readonly copies: "current" | "behind" | "offline" | "none";
  /** Which buckets it leads. */
  readonly leads: readonly string[];
}

const Statistics = Type.Object({
  server: Type.Object({ name: Type.String(), ver: Type.String() }),
  statsz: Type.Object({ connections: Type.Integer() }),
});
type Statistics = Static<typeof Statistics>;

/** How long answers may take, and for how long after one another may come. */
const ANSWERS = { strategy: "stall", maxWait: 3_000, stall: 500 } as const;

/** Where a bucket is: its leader and the servers with a copy. */
interface Placement {
  readonly bucket: string;
  readonly leader: string | undefined;
  readonly copies: readonly { readonly name: string; readonly state: "current" | "behind" | "offline" }[];
}

/** Every server that answers, and every server that should have a copy. */
export async function serverList({ connect }: OperatedFleet): Promise<readonly ServerRow[]> {
  const answered = await statistics(await connect("system"));
  const connection = await connect("command");
  const placements = await Promise.all([FLEET_BUCKET, KEYS_BUCKET].map((bucket) => placementOf(connection, bucket)));
  const placed = placements.flatMap(({ copies }) => copies.map(({ name }) => name));
  const names = new Set([...answered.map(({ server }) => server.name), ...placed]);
  return [...names].toSorted().map((name) => {
    const { server, statsz } = answered.find((one) => one.server.name === name) ?? {};
    const leads = placements.filter(({ leader }) => leader === name).map(({ bucket }) => bucket);
    const copies = copiesOf(name, placements);
    return { name, version: server?.ver ?? null, connections: statsz?.connections ?? null, copies, leads };
  });
}

function copiesOf(name: string, placements: readonly Placement[]): ServerRow["copies"] {
  const own = placements.flatMap(({ copies }) => copies.filter((copy) => copy.name === name));
  if (own.length === 0) return "none";
  return (["offline", "behind"] as const).find((state) => own.some((copy) => copy.state === state)) ?? "current";
}

async function statistics(system: NatsConnection): Promise<readonly Statistics[]> {
  const found: Statistics[] = [];
  for await (const answer of await system.requestMany("$SYS.REQ.SERVER.PING", undefined, ANSWERS)) {
    const value: unknown = answer.json();
    if (Check(Statistics, value)) found.push(value);
  }
  return found;
}

async function placementOf(connection: NatsConnection, bucket: string): Promise<Placement> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const { cluster } = await throughElections(() => manager.streams.info(streamOf(bucket)));
  const leader = cluster?.leader || connection.info?.server_name;
  const own = leader === undefined ? [] : [{ name: leader, state: "current" as const }];
  const others = (cluster?.replicas ?? []).map((peer) => ({ name: peer.name, state: copyState(peer) }));
  return { bucket, leader, copies: [...own, ...others] };
}
