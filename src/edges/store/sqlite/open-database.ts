import { accessSync, constants } from "node:fs";
import { StoreFault } from "../../../core/gateway/store.ts";
import { Damage, faultWords, isDamage, isUnwritable } from "../faults.ts";
import { createPlain } from "../folder/plain-file.ts";
import { Connection } from "./connection.ts";
import { type Facts, HomeDatabase } from "./database.ts";
import type { Entry } from "./entries.ts";
import { type About, readRows, seal } from "./rows.ts";
import { MIGRATIONS, type Migration } from "./schema-versions.ts";
import { violationIn } from "./schema-violations.ts";

export interface OpenedDatabase {
  readonly database: HomeDatabase;
  readonly entries: readonly Entry[];
  /** Why the database is read-only: a newer Luxgate wrote it. */
  readonly readOnly: string | undefined;
}

export interface OpenOptions {
  readonly migrations?: readonly Migration[];
  /** Called while a damaged file is still open. */
  readonly onDamage?: () => void;
}

/** Opens and verifies the database of a home; an older format is migrated. */
export function openDatabase(path: string, options: OpenOptions = {}): OpenedDatabase {
  const { migrations = MIGRATIONS, onDamage } = options;
  const connection = new Connection(path);
  try {
    prepare(connection);
    const format = formatOf(connection);
    const found = isNewer(format, migrations) ? readNewer(connection, format) : readRows(connection);
    if (found.about.format !== format && !isNewer(format, migrations)) {
      throw new Damage(`it names two formats, ${format} and ${found.about.format}`);
    }
    const { about, rows } = format < migrations.length ? upgraded(connection, migrations, found.about) : found;
    const readOnly = isNewer(format, migrations) ? newerWords(format, about.version) : undefined;
    if (readOnly === undefined) refuseSealed(path, connection);
    const violation = violationIn(rows);
    if (violation !== undefined) throw readOnly === undefined ? new Damage(violation) : new StoreFault(readOnly);
    return { database: new HomeDatabase({ path, connection, about, rows }), entries: rows, readOnly };
  } catch (error) {
    if (isDamage(error)) onDamage?.();
    connection.close();
    throw error;
  }
}

/** A new file with a home in it. */
export function createDatabase(path: string, entries: readonly Entry[], facts: Facts): void {
  createPlain(path, () => undefined);
  const connection = new Connection(path);
  try {
    prepare(connection);
    const about = { ...facts, format: MIGRATIONS.length, rows: 0, seal: 0 };
    connection.transaction(() => migrate(connection, MIGRATIONS, about));
    new HomeDatabase({ path, connection, about, rows: [] }).replace(entries, facts);
    // Closing would checkpoint too, but without an error when the disk is full.
    connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    connection.close();
  }
}

/** One flipped bit in the header makes SQLite open a file read-only for ever. */
function refuseSealed(path: string, connection: Connection): void {
  try {
    connection.run("DELETE FROM entry WHERE position < 0");
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    accessSync(path, constants.W_OK);
    throw new Damage("it is marked as read-only");
  }
}

/** A number beyond this is damage, not a later format. */
const LAST_FORMAT = 1_000;

const isNewer = (format: number, migrations: readonly Migration[]): boolean =>
  format > migrations.length && format <= LAST_FORMAT;

/** A newer Luxgate may have other tables: rows that cannot be read are no damage then. */
function readNewer(connection: Connection, format: number): ReturnType<typeof readRows> {
  try {
    return readRows(connection);
  } catch (error) {
    throw new StoreFault(newerWords(format), { cause: error });
  }
}

const newerWords = (format: number, version = "of an unknown version"): string =>
  `the data was written by Luxgate ${version} (format ${format}), which is newer than this version`;

/** Migrates a store in one transaction: when that fails, or the result is invalid, the store is unchanged. */
function upgraded(connection: Connection, migrations: readonly Migration[], about: About) {
  try {
    connection.transaction(() => {
      migrate(connection, migrations, about);
      const violation = violationIn(readRows(connection).rows);
      if (violation !== undefined) throw new Damage(violation);
    });
  } catch (error) {
    const words = `the data cannot be upgraded from format ${about.format} to ${migrations.length}`;
    throw new StoreFault(`${words} (${faultWords(error)})`, { cause: error });
  }
  return readRows(connection);
}

function migrate(connection: Connection, migrations: readonly Migration[], about: About): void {
  for (const step of migrations.slice(formatOf(connection))) step(connection);
  connection.run(`PRAGMA user_version = ${migrations.length}`);
  seal(connection, { ...about, format: migrations.length });
}

const formatOf = (connection: Connection): number => Number(connection.setting("user_version"));

/**
 * One connection at a time: with an exclusive lock the write-ahead log needs no shared memory file. A plain fsync of macOS
 * leaves data in the disk's cache; full ones mean nothing elsewhere.
 */
export function prepare(connection: Connection): void {
  connection.run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA locking_mode = EXCLUSIVE");
  connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  connection.run("PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON");
  const [mode, synchronous] = [connection.setting("journal_mode"), connection.setting("synchronous")];
  if (mode === "wal" && Number(synchronous) === 2) return;
  throw new StoreFault(`SQLite cannot write durably to this folder (${mode}, ${synchronous})`);
}
