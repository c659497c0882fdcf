import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeInnerFolder, sync } from "../folder/durable-file.ts";
import { copyPlain } from "../folder/plain-file.ts";
import { type StateFolder, timeNow } from "../folder/state-folder.ts";

/** Moves the home and its log into quarantine, unchanged; returns the new folder, if there was anything. */
export const quarantineHome = (folder: StateFolder): string | undefined =>
  quarantine(folder, ["", "-wal", "-journal"].map((suffix) => `${folder.homePath}${suffix}`).filter(isThere));

export const quarantineSnapshot = (folder: StateFolder, path: string): string | undefined => quarantine(folder, [path]);

/** Moves files of the data folder into quarantine; returns the new folder, if there were any. */
export function quarantine({ damagedPath }: StateFolder, paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const to = newFolderIn(damagedPath);
  for (const path of paths) renameSync(path, join(to, basename(path)));
  for (const folder of [to, ...paths.map((path) => dirname(path))]) sync(folder);
  return to;
}

/** Copies a log that cannot be read to its end into quarantine, before it is overwritten. */
export function quarantineLogCopy({ homePath, damagedPath }: StateFolder): string | undefined {
  const log = `${homePath}-wal`;
  if (!lstatSync(log, { throwIfNoEntry: false })?.size) return undefined;
  const to = newFolderIn(damagedPath);
  const copy = join(to, basename(log));
  copyPlain(log, copy);
  for (const path of [copy, to]) sync(path);
  return to;
}

function newFolderIn(damagedPath: string): string {
  const to = freeFolder(join(damagedPath, timeNow().replace(/[:.]/g, "-")));
  for (const folder of [damagedPath, to]) makeInnerFolder(folder);
  return to;
}

const freeFolder = (path: string): string => (isThere(path) ? freeFolder(`${path}-again`) : path);

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
