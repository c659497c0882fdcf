import { join } from "node:path";
import { RecentChanges } from "../recovery/recent-changes.ts";
import { Snapshots } from "../recovery/snapshots.ts";
import { MIGRATIONS, type Migration } from "../sqlite/schema-versions.ts";
import { homePathIn } from "./home-path.ts";

/** Where everything of one home stands on the disk. */
export interface StateFolder {
  readonly path: string;
  readonly homePath: string;
  /** A home that is not in its place yet. */
  readonly draftPath: string;
  /** Where damaged files are kept. */
  readonly damagedPath: string;
  readonly snapshots: Snapshots;
  readonly recent: RecentChanges;
  /** The version of Luxgate that writes. */
  readonly version: string;
  readonly migrations: readonly Migration[];
}

export const stateFolderAt = (
  path: string,
  version: string,
  migrations: readonly Migration[] = MIGRATIONS,
): StateFolder => ({
  path,
  homePath: homePathIn(path),
  draftPath: join(path, "home.db.new"),
  damagedPath: join(path, "damaged"),
  snapshots: new Snapshots(path),
  recent: new RecentChanges(path),
  version,
  migrations,
});

/** The wall clock, for people: nothing is decided by it. */
export const timeNow = (): string => new Date().toISOString();
