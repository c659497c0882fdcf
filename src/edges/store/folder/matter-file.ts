import { lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { StoreFault } from "../../../core/gateway/store.ts";
import { Connection } from "../sqlite/connection.ts";
import { MATTER_OWNER, MATTER_TABLES, type MatterRows } from "../sqlite/matter-rows.ts";
import { putInPlace, sync } from "./durable-file.ts";
import { createPlain } from "./plain-file.ts";

/** The database of the Matter bridge. While the bridge runs, it is open in the bridge's thread too. */
const pathIn = (folder: string): string => join(folder, "matter.db");

/** What SQLite keeps beside a database. */
const ENDINGS = ["", "-wal", "-shm"];

/** What the bridge has stored; undefined where there is none. */
export function readMatter(folder: string): MatterRows | undefined {
  const path = pathIn(folder);
  if (!isThere(path)) return undefined;
  return using(path, (connection) => ({
    entries: connection
      .rows("SELECT context, key, value FROM entry")
      .map(([context, key, value]) => [String(context), String(key), String(value)]),
    lamps: connection.rows("SELECT id, number FROM lamp").map(([id, number]) => [String(id), Number(number)]),
    facts: connection.rows("SELECT name, value FROM fact").map(([name, value]) => [String(name), String(value)]),
  }));
}

/** Replaces what a stopped bridge has stored, or deletes it; durable when this returns. */
export function writeMatter(folder: string, rows: MatterRows | undefined): void {
  const path = pathIn(folder);
  const draft = `${path}.new`;
  remove(draft);
  if (rows) fill(draft, rows);
  remove(path);
  if (rows) putInPlace(draft, path);
  else sync(dirname(path));
}

/** Pairings of another gateway are deleted: a reset was cut short, or the folder got another home. */
export function claimMatter(folder: string, gatewayId: string): void {
  const owner = readMatter(folder)?.facts.find(([name]) => name === MATTER_OWNER)?.[1];
  if (owner === gatewayId) return;
  if (owner !== undefined) writeMatter(folder, undefined);
  const path = pathIn(folder);
  if (!isThere(path)) createPlain(path, () => undefined);
  using(path, (connection) => {
    connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    connection.transaction(() => {
      connection.run(MATTER_TABLES);
      connection.runWith("INSERT OR REPLACE INTO fact VALUES (?, ?)", MATTER_OWNER, gatewayId);
    });
  });
}

/** Without a log of its own, so that the file is whole by itself. */
function fill(path: string, { entries, lamps, facts }: MatterRows): void {
  createPlain(path, () => undefined);
  using(path, (connection) => {
    connection.transaction(() => {
      connection.run(MATTER_TABLES);
      for (const row of entries) connection.runWith("INSERT INTO entry VALUES (?, ?, ?)", ...row);
      for (const row of lamps) connection.runWith("INSERT INTO lamp VALUES (?, ?)", ...row);
      for (const row of facts) connection.runWith("INSERT INTO fact VALUES (?, ?)", ...row);
    });
  });
}

/** A link is not followed. */
function isThere(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new StoreFault(`${path} is not a file`);
  return stats !== undefined;
}

function using<Result>(path: string, work: (connection: Connection) => Result): Result {
  const connection = new Connection(path);
  try {
    connection.run("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000");
    return work(connection);
  } finally {
    connection.close();
  }
}

function remove(path: string): void {
  for (const ending of ENDINGS) rmSync(path + ending, { force: true });
}
