import type { Connection } from "./connection.ts";
import { type AnyEntry, ROW_MIGRATIONS } from "./row-migrations.ts";

/** Brings a store from one format to the next; the first one creates it. Never change a migration, add one. */
export type Migration = (connection: Connection) => void;

export const MIGRATIONS: readonly Migration[] = [
  (connection) =>
    connection.run(`
      CREATE TABLE entry (
        position INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        body TEXT NOT NULL,
        digest INTEGER NOT NULL
      ) STRICT
    `),
  // Adds keys: an older Luxgate, which does not know them, must not open the store.
  () => undefined,
  // Changes entries alone.
  ...ROW_MIGRATIONS.map(
    (migration): Migration =>
      (connection) =>
        rewrite(connection, migration),
  ),
];

interface PlacedEntry extends AnyEntry {
  readonly position: number;
}

/** Rewrites all entries in place. */
function rewrite(connection: Connection, rewritten: (entries: readonly PlacedEntry[]) => readonly PlacedEntry[]): void {
  const entries = connection
    .rows("SELECT position, kind, id, body FROM entry WHERE position > 0")
    .map(([position, kind, id, body]) => ({
      position: Number(position),
      in: String(kind),
      id: String(id),
      body: String(body),
    }));
  for (const { position, id, body } of rewritten(entries)) {
    connection.runWith("UPDATE entry SET id = ?, body = ? WHERE position = ?", id, body, position);
  }
}
