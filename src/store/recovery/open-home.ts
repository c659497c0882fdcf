import { accessSync, constants, lstatSync } from "node:fs";
import { Damage, faultWords, isDamage } from "../faults.ts";
import { putInPlace } from "../folder/durable-file.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { type OpenedDatabase, openDatabase } from "../sqlite/open-database.ts";
import { lossLines } from "./loss-lines.ts";
import type { NoHome, OpenedHome } from "./opened-home.ts";
import { quarantineHome, quarantineSnapshot } from "./quarantine.ts";
import { reportLosses } from "./report-losses.ts";
import type { Snapshot } from "./snapshot-files.ts";
import { removeDatabase } from "./snapshots.ts";

/** No file of SQLite's is smaller. */
const SMALLEST_BYTES = 512;

/** The home in a folder; when it is damaged, or lost its log, it is set aside and the last good snapshot takes its place. */
export function openHome(folder: StateFolder): OpenedHome | NoHome {
  removeDatabase(folder.draftPath);
  if (isUntouched(folder)) return { database: undefined, sequence: 0, report: [] };
  const known = lastKnown(folder);
  const wasClosedCleanly = !lstatSync(`${folder.homePath}-wal`, { throwIfNoEntry: false })?.size;
  const report: string[] = [];
  const stored = openStored(folder, report);
  const opened = stored?.readOnly === undefined ? newerSnapshot(folder, stored, report) : stored;
  if (opened) return reportLosses(folder, opened, { known, report, wasClosedCleanly });
  const lost = folder.recent.after(-1);
  report.push("No snapshot could be read: the home and the gateway's identity are lost, and both begin anew.");
  if (lost.length > 0) report.push(...lossLines(lost, "the beginning"));
  return { database: undefined, sequence: known, report };
}

const isUntouched = ({ snapshots, recent, damagedPath, homePath }: StateFolder): boolean =>
  snapshots.all().length === 0 &&
  recent.after(-1).length === 0 &&
  [damagedPath, homePath, `${homePath}-wal`].every((path) => !lstatSync(path, { throwIfNoEntry: false }));

/** The last commit that something beside the home tells of. */
const lastKnown = ({ snapshots, recent }: StateFolder): number =>
  [...snapshots.all(), ...recent.after(-1)].reduce((last, { sequence }) => Math.max(last, sequence), 0);

/** What is in the home's place. A damaged one is moved before it is closed: closing it would write its log into it. */
function openStored(folder: StateFolder, report: string[]): OpenedDatabase | undefined {
  const { homePath, migrations } = folder;
  let kept: string | undefined;
  const onDamage = () => {
    kept ??= quarantineHome(folder);
  };
  try {
    const file = lstatSync(homePath, { throwIfNoEntry: false });
    if (!file) throw new Damage("it is gone");
    if (!file.isFile()) throw new Damage("it is no file");
    accessSync(homePath, constants.W_OK);
    // SQLite takes what is all but empty for a new file, and removes its log.
    if (file.size < SMALLEST_BYTES) throw new Damage("there is next to nothing in it");
    return openDatabase(homePath, { migrations, onDamage });
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamage();
    report.push(
      `The store was damaged (${faultWords(error)})${kept ? `; what is left of it is kept in ${kept}` : ""}.`,
    );
    return undefined;
  }
}

/** The newest snapshot that can be read, in the home's place, if it is newer than the home. */
function newerSnapshot(
  folder: StateFolder,
  stored: OpenedDatabase | undefined,
  report: string[],
): OpenedDatabase | undefined {
  const { snapshots, homePath, draftPath, migrations } = folder;
  const newer = snapshots.all().filter(({ sequence }) => sequence > (stored?.database.about.sequence ?? -1));
  const snapshot = newer.find((some) => restores(folder, some, { stored, report }));
  if (!snapshot) return stored;
  if (stored) report.push(`The store had lost its log; what is left of it is kept in ${quarantineHome(folder)}.`);
  stored?.database.close();
  putInPlace(draftPath, homePath);
  const opened = openDatabase(homePath, { migrations });
  report.push(`The home is as it was at ${opened.database.about.at}, from the snapshot ${snapshot.name}.`);
  return opened;
}

function restores(
  folder: StateFolder,
  snapshot: Snapshot,
  { stored, report }: { readonly stored: OpenedDatabase | undefined; readonly report: string[] },
): boolean {
  try {
    folder.snapshots.restore(snapshot, folder.draftPath);
    return true;
  } catch (error) {
    if (!isDamage(error)) {
      stored?.database.close();
      throw error;
    }
    const kept = quarantineSnapshot(folder, snapshot.path);
    report.push(`The snapshot ${snapshot.name} is damaged (${faultWords(error)}); it is kept in ${kept}.`);
    return false;
  }
}
