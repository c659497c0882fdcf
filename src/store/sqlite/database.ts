import { lstatSync } from "node:fs";
import { StoreFault } from "../../gateway/store.ts";
import type { Connection } from "./connection.ts";
import type { Entry } from "./entries.ts";
import { Ledger, type Write } from "./ledger.ts";
import { type About, aboutRow, putRow, type Row } from "./rows.ts";
import { violationOf } from "./schema-violations.ts";

/** The metadata of a commit. */
export type Facts = Pick<About, "sequence" | "at" | "version" | "madeFrom">;

/** A home in a file: SQLite with a write-ahead log that is synced at every commit. */
export class HomeDatabase {
  readonly #path: string;
  readonly #connection: Connection;
  readonly #inode: bigint | undefined;
  readonly #ledger: Ledger;
  #about: About;

  constructor(opened: { path: string; connection: Connection; about: About; rows: readonly Row[] }) {
    this.#path = opened.path;
    this.#connection = opened.connection;
    this.#inode = inodeOf(opened.path);
    this.#about = opened.about;
    this.#ledger = new Ledger(opened.rows);
  }

  get about(): About {
    return this.#about;
  }

  /** The entries without their bodies. */
  entries(): readonly Pick<Entry, "in" | "id">[] {
    return this.#ledger.entries();
  }

  /** One transaction, durable when this returns. */
  write(writes: readonly Write[], facts: Facts): void {
    if (inodeOf(this.#path) !== this.#inode) throw new StoreFault(`${this.#path} was removed or replaced`);
    refuseUnreadable(writes);
    const plan = this.#ledger.plan(writes);
    const about = {
      sequence: facts.sequence,
      at: facts.at,
      version: facts.version,
      madeFrom: facts.madeFrom,
      format: this.#about.format,
      rows: plan.rows,
      seal: plan.seal,
    };
    this.#connection.transaction(() => {
      for (const { position } of plan.removed) {
        this.#connection.run("DELETE FROM entry WHERE position = parameter(0)", position);
      }
      for (const row of [...plan.put, aboutRow(about)]) putRow(this.#connection, row);
    });
    this.#ledger.apply(plan);
    this.#about = about;
  }

  /** Replaces all entries. */
  replace(entries: readonly Entry[], facts: Facts): void {
    const staying = new Set(entries.map(({ in: kind, id }) => `${kind} ${id}`));
    const gone = this.entries().filter(({ in: kind, id }) => !staying.has(`${kind} ${id}`));
    this.write(
      [
        ...gone.map(({ in: kind, id }) => ({ in: kind, id, body: undefined, isNew: false })),
        ...entries.map((entry) => ({ ...entry, isNew: true })),
      ],
      facts,
    );
  }

  /** Copies the database into an empty file. */
  copyTo(path: string): void {
    this.#connection.run("VACUUM INTO parameter(0)", path);
  }

  /** Erases deleted rows from the file and its log. */
  compact(): void {
    this.#connection.run("VACUUM");
    this.#connection.run("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  close(): void {
    this.#connection.close();
  }
}

/** Refuses writes that would count as damage at the next start. */
function refuseUnreadable(writes: readonly Write[]): void {
  for (const { body, ...entry } of writes) {
    const violation = body === undefined ? undefined : violationOf({ ...entry, body });
    if (violation !== undefined) throw new StoreFault(`it cannot be stored (${violation})`);
  }
}

const inodeOf = (path: string): bigint | undefined => lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
