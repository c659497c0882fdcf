import { lstatSync } from "node:fs";
import { StoreFault } from "../../../core/gateway/store.ts";
import type { Connection } from "./connection.ts";
import type { Entry } from "./entries.ts";
import { type AppliedPlan, Ledger, type Write, withoutBodies } from "./ledger.ts";
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
  /** What the open transaction has written so far. */
  #gathered: AppliedPlan[] = [];
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

  /** Writes a part of the next transaction: nothing of it is there before `write`, which brings the last part. */
  gather(writes: readonly Write[]): void {
    this.#inTransaction(() => this.#put(writes));
  }

  /** One transaction with all that was gathered, durable when this returns. */
  write(writes: readonly Write[], facts: Facts): void {
    const about = this.#inTransaction(() => {
      const { rows, seal } = this.#put(writes);
      const { sequence, at, version, madeFrom } = facts;
      const next = { sequence, at, version, madeFrom, format: this.#about.format, rows, seal };
      putRow(this.#connection, aboutRow(next));
      this.#connection.run("COMMIT");
      return next;
    });
    for (const plan of this.#gathered) this.#ledger.apply(plan);
    this.#gathered = [];
    this.#about = about;
  }

  /** Whether a part of a transaction was written. */
  get isGathering(): boolean {
    return this.#connection.isTransaction;
  }

  #inTransaction<Result>(work: () => Result): Result {
    try {
      return this.#connection.inTransaction(work);
    } catch (error) {
      this.#gathered = [];
      throw error;
    }
  }

  #put(writes: readonly Write[]): AppliedPlan {
    if (inodeOf(this.#path) !== this.#inode) throw new StoreFault(`${this.#path} was removed or replaced`);
    refuseUnreadable(writes);
    const plan = this.#ledger.plan(writes, this.#gathered.at(-1));
    for (const { position } of plan.removed) {
      this.#connection.runWith("DELETE FROM entry WHERE position = ?", position);
    }
    for (const row of plan.put) putRow(this.#connection, row);
    const applied = withoutBodies(plan);
    this.#gathered.push(applied);
    return applied;
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
    this.#connection.runWith("VACUUM INTO ?", path);
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
