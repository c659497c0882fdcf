import type { Connection } from "./connection.ts";
import { type AnyEntry, migratedToFormat3, migratedToFormat4 } from "./row-migrations.ts";

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
  // Adds what real lamps need: segments, placement by hand, scenes that lamps store.
  (connection) => rewrite(connection, migratedToFormat3),
  // The gateway's own device gets the reset id for its id.
  (connection) => rewrite(connection, migratedToFormat4),
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
