import { faultWords } from "../faults.ts";
import { type StateFolder, timeNow } from "../folder/state-folder.ts";
import { type Entry, picturesShown } from "../sqlite/entries.ts";
import type { Write } from "../sqlite/ledger.ts";
import type { OpenedDatabase } from "../sqlite/open-database.ts";
import type { About } from "../sqlite/rows.ts";
import { lossLines } from "./loss-lines.ts";
import type { OpenedHome } from "./opened-home.ts";
import { quarantineLogCopy } from "./quarantine.ts";

/** Reports, once, acknowledged changes that an opened home does not hold; removes pictures that no scene shows. */
export function reportLosses(
  folder: StateFolder,
  { database, entries, readOnly }: OpenedDatabase,
  { known, report, wasClosedCleanly }: { known: number; report: readonly string[]; wasClosedCleanly: boolean },
): OpenedHome {
  const { about } = database;
  const opened = { database, entries, sequence: about.sequence, report, readOnly, problem: undefined };
  if (readOnly !== undefined) return opened;
  const lost = known > about.sequence ? lossLines(folder.recent.after(about.sequence), about.at) : [];
  const losses = [...lost, ...unnamedLines(folder, about, lost.length > 0 || wasClosedCleanly)];
  const unshown = withoutScene(entries);
  if (losses.length === 0 && unshown.length === 0) return opened;
  const sequence = losses.length > 0 ? Math.max(known, about.sequence) + 1 : about.sequence;
  const openedWithLosses = { ...opened, sequence, report: [...report, ...losses] };
  try {
    const kept = lost.length > 0 ? quarantineLogCopy(folder) : undefined;
    if (kept) openedWithLosses.report.push(`The rest of the log is kept in ${kept}.`);
    const at = losses.length > 0 ? timeNow() : about.at;
    database.write(unshown, { ...about, version: folder.version, sequence, at });
    if (losses.length > 0) folder.recent.add(sequence, at, ["losses found and reported"]);
    return openedWithLosses;
  } catch (error) {
    return { ...openedWithLosses, problem: faultWords(error) };
  }
}

/** Pictures that no scene shows any more. */
function withoutScene(entries: readonly Entry[]): readonly Write[] {
  const shown = new Set(picturesShown(entries));
  return entries
    .filter((entry) => entry.in === "pictures" && !shown.has(entry.id))
    .map(({ in: kind, id }) => ({ in: kind, id, body: undefined, isNew: false }));
}

/**
 * Lines for a list of changes whose end cannot be read. The list is synced only when a home is closed: before that, and
 * in a new home, a loss of power may take the end of the list and nothing else, which is no loss.
 */
function unnamedLines({ recent }: StateFolder, { sequence, at }: About, wasSynced: boolean): readonly string[] {
  if (!recent.isCutShort) return [];
  if (wasSynced && sequence > 1)
    return [`The list of recent changes is damaged. If changes since ${at} are lost, Luxgate cannot list them.`];
  recent.add(sequence, at, ["the end of the list before this entry was lost"]);
  return [];
}
