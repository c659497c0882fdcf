import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeInnerFolder, putInPlace } from "../folder/durable-file.ts";
import { copyPlain, createPlain } from "../folder/plain-file.ts";
import type { HomeDatabase } from "../sqlite/database.ts";
import type { Entry } from "../sqlite/entries.ts";
import { openDatabase } from "../sqlite/open-database.ts";
import type { About } from "../sqlite/rows.ts";
import { type Snapshot, snapshotFolder, snapshotsIn } from "./snapshot-files.ts";

const NEWEST_KEPT = 2;
const DAYS_KEPT = 7;

/** Copies of the home, from which a damaged home is restored. */
export class Snapshots {
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#folder = snapshotFolder(stateFolder);
  }

  /** Newest first. */
  all(): readonly Snapshot[] {
    return snapshotsIn(this.#folder);
  }

  /** Takes a snapshot; older ones are removed only after the new one was read back. */
  take(database: Pick<HomeDatabase, "about" | "copyTo">): void {
    makeInnerFolder(this.#folder);
    const { sequence, at } = database.about;
    const name = `home-${String(sequence).padStart(12, "0")}-${at.replace(/[:.]/g, "-")}.db`;
    const draft = join(this.#folder, "draft.db");
    removeDatabase(draft);
    createPlain(draft, () => undefined);
    database.copyTo(draft);
    readWhole(draft);
    putInPlace(draft, join(this.#folder, name));
    for (const { path } of superfluous(this.all())) rmSync(path, { force: true });
  }

  /** Copies a snapshot to a path; throws when it is damaged. */
  restore({ path }: Snapshot, to: string): void {
    removeDatabase(to);
    copyPlain(path, to);
    readWhole(to);
  }

  removeAll(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** All but the last two snapshots and the last of each of seven days. */
export function superfluous(newestFirst: readonly Snapshot[]): readonly Snapshot[] {
  const days = new Set<string>();
  return newestFirst.filter(({ day }, index) => {
    const isLastOfDay = !days.has(day) && days.size < DAYS_KEPT;
    if (isLastOfDay) days.add(day);
    return index >= NEWEST_KEPT && !isLastOfDay;
  });
}

/** All entries of a database that is not in use. */
export function readWhole(path: string): { readonly about: About; readonly entries: readonly Entry[] } {
  const { database, entries } = openDatabase(path);
  database.close();
  return { about: database.about, entries };
}

/** Removes a database and its log. */
export function removeDatabase(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${path}${suffix}`, { force: true });
}
