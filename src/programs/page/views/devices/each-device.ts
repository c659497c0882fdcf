import { counted } from "../../../../shared/counted.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { DeviceRow } from "./arranged-devices.ts";

/** What became of something that was done to one device after the other. */
export interface DoneToEach {
  readonly done: readonly DeviceRow[];
  /** Why not, for each to which it was not done. */
  readonly refusals: readonly string[];
}

/** Does something to one device after the other; one that refuses does not keep it from the others. */
export async function doneToEach(
  rows: readonly DeviceRow[],
  act: (row: DeviceRow) => Promise<unknown>,
): Promise<DoneToEach> {
  const done: DeviceRow[] = [];
  const refusals: string[] = [];
  for (const row of rows) {
    try {
      await act(row);
      done.push(row);
    } catch (error) {
      refusals.push(linesFor(error).join(" "));
    }
  }
  return { done, refusals };
}

/** "TV bar", "2 devices". */
export const subjectOf = (rows: readonly Pick<DeviceRow, "name">[]): string =>
  rows.length === 1 ? `${rows[0]?.name}` : counted(rows.length, "device");

/** Successes and refusals in one message: "2 devices removed. …" */
export const outcomeWords = ({ done, refusals }: DoneToEach, what: string): string =>
  [
    ...(done.length > 0 ? [`${subjectOf(done)} ${what}.`] : []),
    ...(refusals.length > 0 ? [refusalWords(refusals)] : []),
  ].join(" ");

/** Refusals in one line: the first, and how many more there are. */
const refusalWords = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0
    ? first
    : `${first} ${counted(others.length, "more device")} failed for the same or a similar reason.`;
