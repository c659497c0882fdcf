import type { NatsConnection } from "@nats-io/transport-node";
import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import type { FleetFile, FleetFolder } from "../../../edges/fleet/authority/fleet-folder.ts";
import { keysOf, type MemberRole, withKnown } from "../../../edges/fleet/authority/issued-keys.ts";
import { type EnrolledMember, enrolledMembers } from "../../../edges/fleet/authority/members.ts";
import { createKeysEntry, entriesOf, putKeysEntry } from "../../../edges/fleet/bucket-entries.ts";
import { keyEntryKey, PRESS_KEY } from "../../../edges/fleet/front/fleet-keys.ts";
import { keysEntryFrom, Member } from "../../../edges/fleet/keys-entries.ts";
import { KEYS_BUCKET } from "../../../edges/fleet/subjects.ts";
import { CommandFault } from "../command-fault.ts";
import type { OperatedFleet } from "./operated-fleet.ts";

/** The fleet's own data. What gateways publish is not in it: they publish it again. */
const Backup = Type.Object({
  luxgateFleetBackup: Type.Literal(1),
  madeAt: Type.String(),
  entries: Type.Record(Type.String({ pattern: "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$" }), Type.Unknown()),
});
type Backup = Static<typeof Backup>;

/** Gone by itself within hours: a backup must not bring back who was signed in, or could sign in. */
const PASSING = new Set([PRESS_KEY, "session", "link", "request"]);
const isPassing = (key: string): boolean => PASSING.has(key.split(".")[0] ?? "");

export async function backupText({
  connect,
}: Pick<OperatedFleet, "connect">): Promise<{ readonly text: string; readonly entries: number }> {
  const all = await entriesOf(await connect("command"), KEYS_BUCKET, ">");
  const entries = all.filter(({ key }) => !isPassing(key)).map(({ key, text }) => [key, JSON.parse(text)] as const);
  if (!entries.some(([key]) => key === "identity")) throw new CommandFault([NOTHING_TO_BACK_UP]);
  const backup: Backup = {
    luxgateFleetBackup: 1,
    madeAt: new Date().toISOString(),
    entries: Object.fromEntries(entries),
  };
  return { text: `${JSON.stringify(backup, null, 2)}\n`, entries: entries.length };
}

const NOTHING_TO_BACK_UP =
  "The servers have no identity of the fleet, so there is nothing to back up. If they lost their data, restore a backup.";

/**
 * Writes the entries of a backup, over what is there. Who was removed since stays removed, keys of clients that were revoked
 * stay revoked, and the folder keeps all keys of
 * members' credentials: those of the backup may be older.
 */
export async function restore(
  { connect, folder }: Pick<OperatedFleet, "connect" | "folder">,
  file: string,
  text: string,
): Promise<{ readonly entries: number; readonly leftOut: readonly string[] }> {
  const { entries } = readBackup(file, text);
  const connection = await connect("command");
  const lasting = Object.entries(entries).filter(([key]) => !isPassing(key));
  const fleet = await withKeysOf(folder, connection, lasting);
  const gone = new Set(goneIn(fleet));
  const wanted = lasting.filter(([key]) => !gone.has(key));
  const present = new Set((await entriesOf(connection, KEYS_BUCKET, keyEntryKey("*"))).map(({ key }) => key));
  for (const [key, value] of wanted) {
    if (!isClientKey(key)) await putKeysEntry(connection, key, { value: withNewestKey(fleet, key, value) });
    // The mark of a key that was revoked at a front is there for a day.
    else if (!(await createKeysEntry(connection, key, value)) && !present.has(key)) gone.add(key);
  }
  const leftOut = lasting.filter(([key]) => gone.has(key)).map(([key, value]) => nameIn(value) ?? key);
  return { entries: lasting.length - leftOut.length, leftOut };
}

/** The entries of members that were removed, and of keys that were revoked. */
const goneIn = ({ removed = [], revokedKeys = [] }: FleetFile): readonly string[] => [
  ...removed.flatMap((id) => ROLES.map((role) => `${role}.${id}`)),
  ...revokedKeys.map(keyEntryKey),
];

const isClientKey = (key: string): boolean => key.startsWith(keyEntryKey(""));

const Named = Type.Object({ name: Type.String() });
const nameIn = (value: unknown): string | undefined => (Check(Named, value) ? value.name : undefined);

/** What the servers and the backup know is older than what the folder knows. */
async function withKeysOf(
  folder: FleetFolder,
  connection: NatsConnection,
  entries: readonly Entry[],
): Promise<FleetFile> {
  const present = await Promise.all(
    ROLES.map(async (role) => [role, await enrolledMembers(connection, role)] as const),
  );
  const backedUp = ROLES.map((role) => [role, membersIn(entries, role)] as const);
  const known = [...present, ...backedUp];
  return folder.change((now) => known.reduce((file, [role, members]) => withKnown(file, role, members), now));
}

type Entry = readonly [key: string, value: unknown];
const ROLES = ["gateway", "front"] as const;

const membersIn = (entries: readonly Entry[], role: MemberRole): readonly EnrolledMember[] =>
  entries.flatMap(([key, value]) => {
    const member = key.startsWith(`${role}.`) ? memberFrom(value) : undefined;
    return member ? [{ ...member, id: key.slice(role.length + 1) }] : [];
  });

function withNewestKey(fleet: FleetFile, key: string, value: unknown): unknown {
  const [member] = ROLES.flatMap((role) => membersIn([[key, value]], role));
  if (!member) return value;
  const { id, name, addedAt, publicKey } = member;
  return { name, publicKey: keysOf(fleet, id).at(-1) ?? publicKey, addedAt };
}

const memberFrom = (value: unknown): Member | undefined => keysEntryFrom(Member, JSON.stringify(value));

function readBackup(file: string, text: string): Backup {
  try {
    const value: unknown = JSON.parse(text);
    if (Check(Backup, value)) return value;
  } catch {
    // The fault below says so.
  }
  throw new CommandFault([`${file} is not a backup of a fleet.`]);
}
