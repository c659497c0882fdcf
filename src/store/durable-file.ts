import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a whole file so that after a loss of power the old one or the new one is there, never a part. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${randomUUID().slice(0, 8)}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  putInPlace(draft, path);
}

/** Gives a finished file its name, in one step that survives a loss of power. */
export function putInPlace(draft: string, path: string): void {
  sync(draft);
  renameSync(draft, path);
  sync(dirname(path));
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
