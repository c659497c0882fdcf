import type { NatsConnection } from "@nats-io/transport-node";
import { type Home, MutableHome } from "../../../core/home/home.ts";
import { type EnrolledMember, enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { eachEntry, entriesOf, serverTime } from "../../../edges/fleet/bucket-entries.ts";
import { FleetMirror } from "../../../edges/fleet/front/mirror.ts";
import { FleetIdentity, keysEntryFrom } from "../../../edges/fleet/keys-entries.ts";
import { FLEET_BUCKET, KEYS_BUCKET } from "../../../edges/fleet/subjects.ts";
import { throughElections } from "../../../edges/fleet/through-elections.ts";
import { fleetContents } from "../../../runtime/fleet-contents.ts";
import { CommandFault } from "../command-fault.ts";
import { memberCalled } from "./find-member.ts";

/** What the fleet had at one moment. */
export interface FleetSnapshot {
  readonly identity: FleetIdentity;
  /** Sorted by name. */
  readonly gateways: readonly EnrolledMember[];
  readonly mirror: FleetMirror;
  /** The newest that was read. */
  readonly revision: number;
  /** By the servers' clock. */
  readonly atMillis: number;
}

/** Beyond so many gateways all are read: a server compares each entry with each of them. */
const MOST_FILTERS = 20;

/** Reads what gateways have, once: of one or of some, or of all. Pictures are left out: theirs are the deepest keys. */
export const readFleet = (
  connection: NatsConnection,
  { gateways }: { readonly gateways?: readonly EnrolledMember[] | undefined } = {},
): Promise<FleetSnapshot> => throughElections(() => readOnce(connection, gateways));

async function readOnce(
  connection: NatsConnection,
  wanted: readonly EnrolledMember[] | undefined,
): Promise<FleetSnapshot> {
  // First: an entry that is read later is never older than it seems.
  const atMillis = (await serverTime(connection)).getTime();
  const [identity, enrolled] = await Promise.all([identityIn(connection), enrolledMembers(connection, "gateway")]);
  const gateways = wanted ?? enrolled;
  const mirror = new FleetMirror();
  for (const { id, name } of gateways) mirror.enrol(id, name);
  const ids = wanted && wanted.length <= MOST_FILTERS ? wanted.map(({ id }) => id) : ["*"];
  const isMeant = wanted && new Set(wanted.map(({ id }) => id));
  let newest = 0;
  const patterns = ids.flatMap((id) => [`${id}.*`, `${id}.*.*`]);
  await eachEntry({ connection, bucket: FLEET_BUCKET, patterns }, ({ key, text, revision, writtenAt }) => {
    newest = Math.max(newest, revision);
    const entryMillis = writtenAt.getTime();
    const entry = { key, value: text, revision, atMillis: entryMillis };
    if (isMeant?.has(key.split(".")[0] ?? "") ?? true) mirror.take(entry, entryMillis);
  });
  mirror.judge(atMillis);
  return { identity, gateways, mirror, revision: newest, atMillis };
}

/** The gateway that is meant by `--gateway`, as a list; undefined where all are meant. */
export const gatewaysMeant = async (
  connection: NatsConnection,
  words: string | undefined,
): Promise<readonly EnrolledMember[] | undefined> =>
  words === undefined ? undefined : [await memberCalled(connection, "gateway", words)];

export async function identityIn(connection: NatsConnection): Promise<FleetIdentity> {
  const [entry] = await entriesOf(connection, KEYS_BUCKET, "identity");
  const identity = entry && keysEntryFrom(FleetIdentity, entry.text);
  if (identity) return identity;
  throw new CommandFault(["The fleet has no identity. Run: luxgate fleet setup"]);
}

/** All that was read, as one home. To be called once for a snapshot. */
export const homeOf = ({ identity, mirror }: FleetSnapshot): Home =>
  new MutableHome(fleetContents(identity, mirror), "id-but-rooms");
