import { lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { Check } from "typebox/value";
import { StoreFault } from "../../../core/gateway/store.ts";
import { Damage } from "../faults.ts";
import { Connection } from "../sqlite/connection.ts";
import { MATTER_OWNER, MATTER_TABLES, MatterRows } from "../sqlite/matter-rows.ts";
import { putInPlace, sync } from "./durable-file.ts";
import { createPlain } from "./plain-file.ts";

/** The database of the Matter bridge. While the bridge runs, it is open in the bridge's thread too. */
const pathIn = (folder: string): string => join(folder, "matter.db");

/** A database and what SQLite keeps beside it, in the order in which they are deleted: a log alone would be damage. */
const ENDINGS = ["-wal", "-shm", ""];

/** The files of the database that are there. */
export const matterFiles = (folder: string): readonly string[] =>
  ENDINGS.map((ending) => pathIn(folder) + ending).filter((path) => lstatSync(path, { throwIfNoEntry: false }));

/** What the bridge has stored; undefined where there is none. */
export function readMatter(folder: string): MatterRows | undefined {
  const path = pathIn(folder);
  if (!isThere(path)) {
    if (lstatSync(`${path}-wal`, { throwIfNoEntry: false })?.size)
      throw new Damage("it is missing, and its log is there");
    return undefined;
  }
  return using(path, (connection) => {
    const rows = {
      entries: connection.rows("SELECT context, key, value FROM entry").map((row) => row.map(String)),
      lamps: connection.rows("SELECT id, number FROM lamp").map(([id, number]) => [String(id), Number(number)]),
      facts: connection.rows("SELECT name, value FROM fact").map((row) => row.map(String)),
    };
    checkWhole(connection, rows);
    return rows;
  });
}

/** A page that was damaged on the disk may read well, and hold something else. */
function checkWhole(connection: Connection, rows: object): asserts rows is MatterRows {
  const verdict = connection.rows("PRAGMA integrity_check(1)")[0]?.[0];
  if (verdict !== "ok") throw new Damage(String(verdict));
  if (!Check(MatterRows, rows)) throw new Damage("a row is not as it was written");
  // matter.js reads every value when it starts.
  for (const [, , value] of rows.entries) JSON.parse(value);
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
  const rows = readMatter(folder);
  const owner = rows?.facts.find(([name]) => name === MATTER_OWNER)?.[1];
  if (owner === gatewayId) return;
  const fact: [string, string] = [MATTER_OWNER, gatewayId];
  if (rows && owner === undefined) {
    using(pathIn(folder), (connection) => {
      connection.transaction(() => connection.runWith("INSERT INTO fact VALUES (?, ?)", ...fact));
    });
  } else writeMatter(folder, { entries: [], lamps: [], facts: [fact] });
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
