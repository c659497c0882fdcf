import { type EnrolledMember, enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { type BucketEntry, entriesOf, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import {
  CONFLICT_KEY,
  CONFLICT_MILLIS,
  PRESENCE_KEY,
  PRESENCE_MILLIS,
  type Presence,
  presenceFrom,
} from "../../../edges/fleet/presence.ts";
import { FLEET_BUCKET } from "../../../edges/fleet/subjects.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** A gateway of the fleet as an operator sees it. */
export interface GatewayRow {
  readonly name: string;
  readonly id: string;
  readonly state: "online" | "stopped" | "offline" | "never connected";
  readonly version: string | null;
  readonly lights: number | null;
  /** Entries that wait to be published. */
  readonly pending: number | null;
  /** Where its own clients reach it. */
  readonly address: string | null;
  /** Times are in ISO 8601. */
  readonly startedAt: string | null;
  readonly lastContactAt: string | null;
  readonly addedAt: string;
  readonly problems: readonly string[];
}

const CONFLICT = "a second gateway uses the same credentials";

/** The gateways that are enrolled, with what each says of itself. */
export async function gatewayList({ connect }: Pick<OperatedFleet, "connect">): Promise<readonly GatewayRow[]> {
  const connection = await connect("command");
  const [members, presences, conflicts, now] = await Promise.all([
    enrolledMembers(connection, "gateway"),
    entriesOf(connection, FLEET_BUCKET, `*.${PRESENCE_KEY}`),
    entriesOf(connection, FLEET_BUCKET, `*.${CONFLICT_KEY}`),
    serverTime(connection),
  ]);
  const byId = new Map(presences.map((entry) => [gatewayOf(entry), entry]));
  const isRecent = ({ writtenAt }: BucketEntry) => now.getTime() - writtenAt.getTime() <= CONFLICT_MILLIS.holds;
  const contested = new Set(conflicts.filter(isRecent).map(gatewayOf));
  return members.map((member) => {
    const row = rowOf(member, byId.get(member.id), now);
    return contested.has(member.id) ? { ...row, problems: [CONFLICT, ...row.problems] } : row;
  });
}

const gatewayOf = ({ key }: BucketEntry): string => key.split(".")[0] ?? "";

const UNKNOWN = {
  state: "never connected",
  version: null,
  lights: null,
  pending: null,
  address: null,
  startedAt: null,
  lastContactAt: null,
  problems: [],
} as const;

function rowOf({ id, name, addedAt }: EnrolledMember, entry: BucketEntry | undefined, now: Date): GatewayRow {
  const presence = entry && presenceFrom(entry.text);
  if (!entry || !presence) return { name, id, addedAt, ...UNKNOWN };
  const { version, lights, pending, startedAt, ip: address = null } = presence;
  const state = stateOf(presence, now.getTime() - entry.writtenAt.getTime());
  // What a gateway that is away said of itself is out of date.
  const problems = state === "online" ? presence.problems : [];
  const lastContactAt = entry.writtenAt.toISOString();
  return { name, id, addedAt, state, version, lights, pending, address, startedAt, problems, lastContactAt };
}

function stateOf({ stopped = false }: Presence, silentMillis: number): GatewayRow["state"] {
  if (stopped) return "stopped";
  return silentMillis > PRESENCE_MILLIS.lease ? "offline" : "online";
}
