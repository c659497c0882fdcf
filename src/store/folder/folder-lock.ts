import { accessSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { FolderInUse, isBusy } from "../faults.ts";
import { Connection } from "../sqlite/connection.ts";
import { createPlain, emptyPlain } from "./plain-file.ts";

/** Keeps other processes out of a state folder until it is released, or this process is gone, however it ends. */
export class FolderLock {
  readonly #connection: Connection;

  /** SQLite's lock on an empty file: Node has none of its own, and this one works wherever the store does. */
  constructor(folder: string) {
    const path = join(folder, "lock");
    makeEmpty(path);
    // In a file that it may only read, SQLite would lock nothing and not say so.
    accessSync(path, constants.W_OK);
    this.#connection = new Connection(path);
    try {
      this.#connection.run("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      this.#connection.close();
      throw isBusy(error) ? new FolderInUse(`another gateway runs on the state folder ${folder}`) : error;
    }
  }

  release(): void {
    this.#connection.close();
  }
}

/** An empty file is not even opened: when a process closes a file, the system drops all its locks on that file. */
function makeEmpty(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) createPlain(path, () => undefined);
  else if (stats.size > 0) emptyPlain(path);
}
