import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a whole file so that after a loss of power, or on a full disk, the old one or the new one is there, never a
 * part.
 */
export function writeDurably(path: string, text: string, mode = 0o600): void {
  const draft = `${path}.${randomUUID().slice(0, 8)}.new`;
  try {
    writeFileSync(draft, text, { mode });
    putInPlace(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Gives a finished file its name, in one step that survives a loss of power. */
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
  // One by one: asked for all at once, Node tries for ever where a folder is there and takes no other.
  mkdirSync(path, { mode: 0o700 });
  syncIfAllowed(above);
}

/** A folder that we may only pass through cannot be synced, and need not keep us from working below it. */
function syncIfAllowed(path: string): void {
  try {
    sync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
  }
}

/** A file, or the names in a folder. */
export function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
