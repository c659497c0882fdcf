import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { StoreFault } from "../../../core/gateway/store.ts";
import { codeOf } from "../../../shared/error-code.ts";
import { createPlain, writeWhole } from "./plain-file.ts";

const OWN_ALONE = 0o700;

/**
 * Replaces a file atomically: after a loss of power, or on a full disk, the old or the new content is there, never a part.
 * For this user alone, unless another mode is given.
 */
export function writeDurably(path: string, text: string, mode?: number): void {
  const draft = `${path}.${randomUUID().slice(0, 8)}.new`;
  try {
    createPlain(draft, (handle) => {
      writeWhole(handle, Buffer.from(text));
      if (mode !== undefined) fchmodSync(handle, mode);
    });
    putInPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Syncs a finished file, renames it and syncs the folder; a link of that name is replaced. */
export function putInPlace(draft: string, path: string): void {
  sync(draft);
  renameSync(draft, path);
  sync(dirname(path));
}

/** Creates a folder and its missing parents, durably. */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  makeOwn(path);
}

/** Creates a folder in an existing one; a link in its place is not followed. */
export function makeInnerFolder(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) makeOwn(path);
  else if (!stats.isDirectory()) throw new StoreFault(`${path} is not a folder`);
}

/** One by one: a recursive mkdir of Node's loops for ever where the parent exists and refuses new folders. */
function makeOwn(path: string): void {
  mkdirSync(path, { mode: OWN_ALONE });
  // A umask may have removed our own permissions.
  if ((lstatSync(path).mode & OWN_ALONE) !== OWN_ALONE) chmodSync(path, OWN_ALONE);
  syncIfAllowed(dirname(path));
}

/** A folder without read permission cannot be synced, which is no reason to fail. */
function syncIfAllowed(path: string): void {
  try {
    sync(path);
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
  }
}

/** Syncs a file, or the names in a folder; on macOS Node does that with F_FULLFSYNC. */
export function sync(path: string): void {
  const flags = flagsToSync(process.platform, statSync(path));
  if (flags === undefined) return;
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * How a path is opened to be synced. Windows syncs only what is open for writing, and no folder: there the file system's own
 * log keeps names.
 */
export function flagsToSync(platform: NodeJS.Platform, stats: Pick<Stats, "isDirectory">): number | undefined {
  if (platform !== "win32") return constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  return stats.isDirectory() ? undefined : constants.O_RDWR;
}
