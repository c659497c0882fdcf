import { counted } from "../../../../shared/counted.ts";
import { linesFor } from "../../operator/operator-refusal.ts";
import type { DeviceRow } from "./arranged-devices.ts";

interface Refusal {
  readonly row: DeviceRow;
  readonly why: string;
}

/** What became of something that was done to many devices, one by one. */
export interface DoneToEach {
  readonly done: readonly DeviceRow[];
  readonly refusals: readonly Refusal[];
}

interface EachOptions {
  /** How many at once; one after the other unless it is given. */
  readonly atOnce?: number;
  /** Told of how many it was tried. */
  readonly onProgress?: (tried: number) => void;
}

/** Does something to many devices; one that refuses does not keep it from the others. */
export async function doneToEach(
  rows: readonly DeviceRow[],
  act: (row: DeviceRow) => Promise<unknown>,
  { atOnce = 1, onProgress }: EachOptions = {},
): Promise<DoneToEach> {
  const reasons = new Map<DeviceRow, string>();
  const waiting = rows.values();
  let tried = 0;
  const work = async () => {
    for (const row of waiting) {
      try {
        await act(row);
      } catch (error) {
        reasons.set(row, linesFor(error).join(" "));
      }
      tried += 1;
      onProgress?.(tried);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    done: rows.filter((row) => !reasons.has(row)),
    refusals: rows.flatMap((row) => {
      const why = reasons.get(row);
      return why === undefined ? [] : [{ row, why }];
    }),
  };
}

/** "TV bar", "2 devices". */
export const subjectOf = (rows: readonly Pick<DeviceRow, "name">[]): string =>
  rows.length === 1 ? `${rows[0]?.name}` : counted(rows.length, "device");
