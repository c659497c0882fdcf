import type { Connection } from "./connection.ts";
import { broughtUpToDate } from "./earlier-entries.ts";

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
  fillIn,
];

/** What a home of real lamps needs to be known of devices, lights and scenes. */
function fillIn(connection: Connection): void {
  const bodies = connection
    .rows("SELECT collect(position, kind, id, body) FROM entry WHERE position > 0")
    .map(([position, kind, id, body]) => ({
      position: Number(position),
      in: String(kind),
      id: String(id),
      body: String(body),
    }));
  for (const { position, body } of broughtUpToDate(bodies)) {
    connection.run("UPDATE entry SET body = parameter(1) WHERE position = parameter(0)", position, body);
  }
}
