import { accessSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { FolderInUse, isBusy } from "../faults.ts";
import { Connection } from "../sqlite/connection.ts";
import { createPlain, emptyPlain } from "./plain-file.ts";

/** Keeps other processes out of a data folder until the lock is released or this process ends, however it ends. */
export class FolderLock {
  readonly #connection: Connection;

  /** SQLite's lock on an empty file: Node has no file locks, and this one works wherever the store does. */
  constructor(folder: string) {
    const path = join(folder, "lock");
    makeEmpty(path);
    // On a read-only file SQLite would silently lock nothing.
    accessSync(path, constants.W_OK);
    this.#connection = new Connection(path);
    try {
      this.#connection.run("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      this.#connection.close();
      throw isBusy(error) ? new FolderInUse(`another gateway uses the data folder ${folder}`) : error;
    }
  }

  release(): void {
    this.#connection.close();
  }
}

/** An empty file is not opened: when a process closes a file, the system drops all its locks on that file. */
function makeEmpty(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) createPlain(path, () => undefined);
  else if (stats.size > 0) emptyPlain(path);
}
