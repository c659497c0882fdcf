import { type DeviceRow, isGateway } from "./arranged-devices.ts";

/** What is done to many devices is done to these, and to no other. */
export interface Selection {
  /** Those that are selected and that the filter lets through. */
  readonly rows: readonly DeviceRow[];
  /** How many the filter lets through and could be selected. */
  readonly matching: number;
  /** How many are selected, but hidden by the filter: they are left alone. */
  readonly hidden: number;
}

/** The gateway itself can neither be moved nor removed: it is in no selection. */
export const selectable = (rows: readonly DeviceRow[]): readonly DeviceRow[] => rows.filter((row) => !isGateway(row));

export function selectionIn(
  all: readonly DeviceRow[],
  matching: readonly DeviceRow[],
  chosen: ReadonlySet<string>,
): Selection {
  const candidates = selectable(matching);
  const rows = candidates.filter(({ id }) => chosen.has(id));
  const existing = all.filter(({ id }) => chosen.has(id));
  return { rows, matching: candidates.length, hidden: existing.length - rows.length };
}

/** With these ids chosen, or no longer. */
export function withChosen(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  isChosen: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) isChosen ? next.add(id) : next.delete(id);
  return next;
}

/** The ids from one row to another, whichever is first; the last one alone where the first is not shown. */
export function rangeOf(rows: readonly DeviceRow[], from: string | undefined, to: string): readonly string[] {
  const ids = rows.map(({ id }) => id);
  const [first, last] = [ids.indexOf(from ?? to), ids.indexOf(to)];
  return first < 0 ? [to] : ids.slice(Math.min(first, last), Math.max(first, last) + 1);
}
