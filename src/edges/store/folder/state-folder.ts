import { join } from "node:path";
import { RecentChanges } from "../recovery/recent-changes.ts";
import { Snapshots } from "../recovery/snapshots.ts";
import { MIGRATIONS, type Migration } from "../sqlite/schema-versions.ts";
import { TrailFiles } from "../trail/trail-files.ts";
import { homePathIn } from "./home-path.ts";

/** The paths and files of one data folder. */
export interface StateFolder {
  readonly path: string;
  readonly homePath: string;
  /** A database that is not renamed to `homePath` yet. */
  readonly draftPath: string;
  /** The quarantine of damaged files. */
  readonly damagedPath: string;
  readonly snapshots: Snapshots;
  readonly recent: RecentChanges;
  readonly trail: TrailFiles;
  /** The version of this Luxgate. */
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
  trail: new TrailFiles(path),
  version,
  migrations,
});

/** The wall clock, for people; which old snapshots of the home are kept goes by it as well. */
export const timeNow = (): string => new Date().toISOString();
