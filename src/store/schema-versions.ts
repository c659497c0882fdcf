import type { Connection } from "./connection.ts";

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
];
