import { type Static, Type } from "typebox";
import { Check } from "typebox/value";
import { entriesOf, putKeysEntry } from "../../../edges/fleet/bucket-entries.ts";
import { PRESS_KEY } from "../../../edges/fleet/front/fleet-keys.ts";
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

type Removed = Pick<OperatedFleet["file"], "removed">;

/** Writes the entries of a backup, over what is there. Who was removed since stays removed. */
export async function restore(
  { connect, file: { removed = [] } }: { readonly connect: OperatedFleet["connect"]; readonly file: Removed },
  file: string,
  text: string,
): Promise<{ readonly entries: number; readonly leftOut: readonly string[] }> {
  const { entries } = readBackup(file, text);
  const connection = await connect("command");
  const gone = new Set(removed.flatMap((id) => [`gateway.${id}`, `front.${id}`]));
  const lasting = Object.entries(entries).filter(([key]) => !isPassing(key));
  const wanted = lasting.filter(([key]) => !gone.has(key));
  for (const [key, value] of wanted) await putKeysEntry(connection, key, { value });
  const leftOut = lasting.filter(([key]) => gone.has(key)).map(([key, value]) => nameIn(value) ?? key);
  return { entries: wanted.length, leftOut };
}

const nameIn = (value: unknown): string | undefined => keysEntryFrom(Member, JSON.stringify(value))?.name;

function readBackup(file: string, text: string): Backup {
  try {
    const value: unknown = JSON.parse(text);
    if (Check(Backup, value)) return value;
  } catch {
    // The fault below says so.
  }
  throw new CommandFault([`${file} is not a backup of a fleet.`]);
}
