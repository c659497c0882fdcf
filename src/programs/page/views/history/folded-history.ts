import { counted } from "../../../../shared/counted.ts";
import type { News } from "../../operator/page-commands.ts";
import { editIn } from "./edited-devices.ts";

export type HistoryEntry = News<"history.read">[number];

/** Commands that belong together, such as those of a drag, as one row. */
export interface HistoryRow {
  readonly first: HistoryEntry;
  readonly last: HistoryEntry;
  readonly count: number;
  /** Whether older entries, which are not read yet, may belong to it. */
  readonly isOpenEnded?: boolean;
  /** All of them, the newest first, where each is about another device. */
  readonly entries?: readonly HistoryEntry[];
}

/** Commands of one drag come closer together than this. */
const MOST_APART_MILLIS = 3_000;

/** `light "Porch" set (on, 40%)`, `lights of room "Hall" dimmed (40%)`: what is set, and to what. */
const SETTING = /^(.* (?:set|dimmed)) \((.*)\)$/s;

/**
 * Entries as rows, both the newest first. Commands of one sender that set the same thing within seconds are one row,
 * unless something else happened to the same devices meanwhile. So are devices that were moved or renamed together.
 */
export function foldedHistory(newestFirst: readonly HistoryEntry[], hasOlder = false): readonly HistoryRow[] {
  const folding = new Folding();
  for (const entry of newestFirst) folding.add(entry);
  const oldest = newestFirst.at(-1);
  if (!hasOlder || !oldest) return folding.rows;
  return folding.rows.map((row) =>
    row.count > 1 && isSoonAfter(row.first, oldest) ? { ...row, isOpenEnded: true } : row,
  );
}

class Folding {
  readonly rows: HistoryRow[] = [];
  /** For each key, the row that may go on into the past. */
  readonly #open = new Map<string, number>();
  /** By device, the last key that concerned it. */
  readonly #latest = new Map<string, string>();

  add(entry: HistoryEntry): void {
    const key = keyOf(entry);
    const at = this.#open.get(key) ?? this.rows.length;
    const row = this.rows[at];
    const isEdit = editIn(entry.did) !== undefined;
    // A table may give each device a room and a name.
    const isAlone = isEdit || entry.devices.every((id) => (this.#latest.get(id) ?? key) === key);
    for (const id of entry.devices) this.#latest.set(id, key);
    if (row && isAlone && isSoonAfter(row.first, entry) && !isAgain(row, entry)) {
      const entries = row.entries && { entries: [...row.entries, entry] };
      this.rows[at] = { ...row, first: entry, count: row.count + 1, ...entries };
      return;
    }
    this.#open.set(key, this.rows.length);
    this.rows.push({ first: entry, last: entry, count: 1, ...(isEdit ? { entries: [entry] } : {}) });
  }
}

/** Whether a device was edited twice, which are two edits. */
const isAgain = ({ entries = [] }: HistoryRow, entry: HistoryEntry): boolean =>
  entries.some(({ devices }) => devices.some((id) => entry.devices.includes(id)));

const isSoonAfter = (later: HistoryEntry, earlier: HistoryEntry): boolean =>
  Math.abs(Date.parse(later.at) - Date.parse(earlier.at)) <= MOST_APART_MILLIS;

/** Who sets what; an entry that stands alone has a key of its own. */
function keyOf({ sequence, by, did, outcome, why, unwritten }: HistoryEntry): string {
  const [, subject = editIn(did)] = SETTING.exec(did) ?? [];
  if (subject === undefined || why !== undefined || unwritten !== undefined) return String(sequence);
  return JSON.stringify([by.kind, "name" in by ? by.name : "", subject, outcome]);
}

/** What a row says: `light "Porch" set (20% → 80%)` for a drag, `12 devices renamed` for many edits. */
export function rowWords({ first, last, count }: HistoryRow): string {
  const edit = editIn(last.did);
  if (count > 1 && edit !== undefined) return `${counted(count, "device")} ${edit}`;
  const [, subject = "", to = ""] = SETTING.exec(last.did) ?? [];
  const [, , from = ""] = SETTING.exec(first.did) ?? [];
  return count === 1 || from === to ? last.did : `${subject} (${from} → ${to})`;
}
