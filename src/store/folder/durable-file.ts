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
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { StoreFault } from "../../gateway/store.ts";
import { codeOf } from "../../shared/error-code.ts";
import { createPlain, writeWhole } from "./plain-file.ts";

const OWN_ALONE = 0o700;

/**
 * Writes a whole file so that after a loss of power, or on a full disk, the old one or the new one is there, never a
 * part; for this user alone, unless another mode is asked for.
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

/** Gives a finished file its name, in one step that survives a loss of power; a link of that name is replaced. */
export function putInPlace(draft: string, path: string): void {
  sync(draft);
  renameSync(draft, path);
  sync(dirname(path));
}

/** A folder and those on the way to it, as far as they are not there; their names survive a loss of power too. */
export function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  makeOwn(path);
}

/** A folder in one that is there; a link in its place is not followed. */
export function makeInnerFolder(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) makeOwn(path);
  else if (!stats.isDirectory()) throw new StoreFault(`${path} is no folder`);
}

/** One by one: asked for all at once, Node tries for ever where a folder is there and takes no other. */
function makeOwn(path: string): void {
  mkdirSync(path, { mode: OWN_ALONE });
  // A umask may have taken from us what is ours.
  if ((lstatSync(path).mode & OWN_ALONE) !== OWN_ALONE) chmodSync(path, OWN_ALONE);
  syncIfAllowed(dirname(path));
}

/** A folder that we may only pass through cannot be synced, and need not keep us from working below it. */
function syncIfAllowed(path: string): void {
  try {
    sync(path);
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
  }
}

/** A file, or the names in a folder. */
export function sync(path: string): void {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
