import { DatabaseSync, type DatabaseSyncInstance } from "@photostructure/sqlite";

type Value = string | number | bigint | null;

/**
 * SQLite without prepared statements. The binding finalizes statements only with the garbage collector, and until then a
 * closed database stays open: it keeps its lock, and finally removes the log of whatever file has its name by then. So
 * values go in and out through two user-defined functions, and nothing is left to collect.
 */
export class Connection {
  readonly #database: DatabaseSyncInstance;
  #parameters: readonly Value[] = [];
  #rows: Value[][] = [];

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.function("parameter", (index: number) => this.#parameters[index] ?? null);
    this.#database.function("collect", { varargs: true }, (...row: Value[]) => {
      this.#rows.push(row);
      return null;
    });
  }

  /** Runs statements without results; `parameter(0)` stands for the first value, and so on. */
  run(sql: string, ...parameters: readonly Value[]): void {
    this.#parameters = parameters;
    this.#database.exec(sql);
  }

  /** The rows of `SELECT collect(…) FROM …`. */
  rows(sql: string): readonly (readonly Value[])[] {
    this.#rows = [];
    this.#database.exec(sql);
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** The value of a pragma. */
  setting(name: string): Value | undefined {
    return this.rows(`SELECT collect(${name}) FROM pragma_${name}`)[0]?.[0];
  }

  /** Runs the work in a transaction. */
  transaction(work: () => void): void {
    this.inTransaction(() => {
      work();
      this.run("COMMIT");
    });
  }

  /** Runs the work in the transaction that is open, or in a new one, which stays open; a fault ends it without a trace. */
  inTransaction(work: () => void): void {
    if (!this.#database.isTransaction) this.run("BEGIN IMMEDIATE");
    try {
      work();
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  rollBack(): void {
    if (this.#database.isTransaction) this.run("ROLLBACK");
  }

  close(): void {
    this.#database.close();
  }
}
