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

/**
 * Opens the home of a folder. A damaged home, or a home that lost its log, is quarantined and replaced by the last good
 * snapshot.
 */
export function openHome(folder: StateFolder): OpenedHome | NoHome {
  removeDatabase(folder.draftPath);
  if (isUntouched(folder)) return { database: undefined, sequence: 0, report: [] };
  const lastSequence = lastKnownSequence(folder);
  const wasClosedCleanly = !lstatSync(`${folder.homePath}-wal`, { throwIfNoEntry: false })?.size;
  const report: string[] = [];
  const stored = openStored(folder, report);
  const opened = stored?.readOnly === undefined ? restoreNewerSnapshot(folder, stored, report) : stored;
  if (opened) return reportLosses(folder, opened, { known: lastSequence, report, wasClosedCleanly });
  const lost = folder.recent.after(-1);
  report.push("No snapshot could be read: the home and the gateway's identity are lost. Luxgate starts with new ones.");
  if (lost.length > 0) report.push(...lossLines(lost, "the beginning"));
  return { database: undefined, sequence: lastSequence, report };
}

const isUntouched = ({ snapshots, recent, damagedPath, homePath }: StateFolder): boolean =>
  snapshots.all().length === 0 &&
  recent.after(-1).length === 0 &&
  [damagedPath, homePath, `${homePath}-wal`].every((path) => !lstatSync(path, { throwIfNoEntry: false }));

/** The last commit that a snapshot or the list of changes knows. */
const lastKnownSequence = ({ snapshots, recent }: StateFolder): number =>
  [...snapshots.all(), ...recent.after(-1)].reduce((last, { sequence }) => Math.max(last, sequence), 0);

/** Opens the stored home. A damaged file is moved before it is closed, as closing would write the log into it. */
function openStored(folder: StateFolder, report: string[]): OpenedDatabase | undefined {
  const { homePath, migrations } = folder;
  let kept: string | undefined;
  const onDamage = () => {
    kept ??= quarantineHome(folder);
  };
  try {
    const file = lstatSync(homePath, { throwIfNoEntry: false });
    if (!file) throw new Damage("it is missing");
    if (!file.isFile()) throw new Damage("it is not a file");
    accessSync(homePath, constants.W_OK);
    // SQLite takes a nearly empty file for a new one, and removes its log.
    if (file.size < SMALLEST_BYTES) throw new Damage("it is almost empty");
    return openDatabase(homePath, { migrations, onDamage });
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamage();
    report.push(`The database was damaged (${faultWords(error)})${kept ? `; its remains are kept in ${kept}` : ""}.`);
    return undefined;
  }
}

/** Restores the newest readable snapshot that is newer than the home, if there is one. */
function restoreNewerSnapshot(
  folder: StateFolder,
  stored: OpenedDatabase | undefined,
  report: string[],
): OpenedDatabase | undefined {
  const { snapshots, homePath, draftPath, migrations } = folder;
  const newer = snapshots.all().filter(({ sequence }) => sequence > (stored?.database.about.sequence ?? -1));
  const snapshot = newer.find((some) => restores(folder, some, { stored, report }));
  if (!snapshot) return stored;
  if (stored) report.push(`The database had lost its log; its remains are kept in ${quarantineHome(folder)}.`);
  stored?.database.close();
  putInPlace(draftPath, homePath);
  const opened = openDatabase(homePath, { migrations });
  report.push(`The home was restored as of ${opened.database.about.at} from the snapshot ${snapshot.name}.`);
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
