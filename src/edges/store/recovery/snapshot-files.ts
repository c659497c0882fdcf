import { readdirSync } from "node:fs";
import { join } from "node:path";

const NAME = /^home-(\d{12})-(\d{4}-\d{2}-\d{2})T[\d-]+Z\.db$/;

export interface Snapshot {
  readonly name: string;
  readonly path: string;
  readonly sequence: number;
  readonly day: string;
}

export const snapshotFolder = (stateFolder: string): string => join(stateFolder, "snapshots");

/** Newest first, by their commits and not by the clock, which may have jumped. */
export function snapshotsIn(folder: string): readonly Snapshot[] {
  return namesIn(folder)
    .flatMap((name): Snapshot[] => {
      const [, sequence, day] = NAME.exec(name) ?? [];
      if (sequence === undefined || day === undefined) return [];
      return [{ name, path: join(folder, name), sequence: Number(sequence), day }];
    })
    .sort((one, other) => other.sequence - one.sequence);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
