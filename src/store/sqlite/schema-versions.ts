import type { Connection } from "./connection.ts";
import { type AnyEntry, migratedToFormat3, migratedToFormat4 } from "./row-migrations.ts";

/** What brings a store from one version to the next: the first one makes it. Never change one, add one. */
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
  // Keys beside the home: a Luxgate that does not know them must leave the store alone.
  () => undefined,
  // What a home of real lamps needs to be known of devices, lights and scenes.
  (connection) => rewrite(connection, migratedToFormat3),
  // The gateway's own device bears the gateway's identity.
  (connection) => rewrite(connection, migratedToFormat4),
];

interface PlacedEntry extends AnyEntry {
  readonly position: number;
}

/** Puts what is made of the entries in their places. */
function rewrite(connection: Connection, rewritten: (entries: readonly PlacedEntry[]) => readonly PlacedEntry[]): void {
  const entries = connection
    .rows("SELECT collect(position, kind, id, body) FROM entry WHERE position > 0")
    .map(([position, kind, id, body]) => ({
      position: Number(position),
      in: String(kind),
      id: String(id),
      body: String(body),
    }));
  for (const { position, id, body } of rewritten(entries)) {
    connection.run(
      "UPDATE entry SET id = parameter(1), body = parameter(2) WHERE position = parameter(0)",
      position,
      id,
      body,
    );
  }
}
