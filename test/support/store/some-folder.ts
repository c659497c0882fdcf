import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In memory where the system has such a place: thousands of folders that are synced at every step take their time. */
const PARENT = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

let root: string | undefined;

/** A new folder, gone after the tests of the file. */
export function someFolder(): string {
  root ??= mkdtempSync(join(PARENT, "luxgate-test-"));
  return mkdtempSync(join(root, "state-"));
}

/** To be called after the tests of each file. */
export function removeFolders(): void {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
  root = undefined;
}
