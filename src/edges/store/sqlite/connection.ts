// biome-ignore lint/correctness/noUnresolvedImports: biome 2.5 does not know this module of Node's
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from "node:sqlite";

/** A database of SQLite's. Closing the connection also finalizes its statements, so the file is free at once. */
export class Connection {
  readonly #database: DatabaseSync;
  /** Statements with parameters, by their SQL: each is prepared once. */
  readonly #prepared = new Map<string, StatementSync>();

  constructor(path: string) {
    // Node reads rows as arrays in about half the time that objects take (decision 51).
    this.#database = new DatabaseSync(path, { returnArrays: true });
  }

  /** Runs any number of statements without results. */
  run(sql: string): void {
    this.#database.exec(sql);
  }

  /** Runs one statement without results; the parameters stand for its question marks. */
  runWith(sql: string, ...parameters: readonly SQLInputValue[]): void {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    statement.run(...parameters);
  }

  /** The rows of a query, with their columns in order. */
  rows(sql: string): readonly (readonly SQLOutputValue[])[] {
    return this.#database
      .prepare(sql)
      .all()
      .map(Object.values<SQLOutputValue>);
  }

  /** The value of a pragma. */
  setting(name: string): SQLOutputValue | undefined {
    return this.rows(`PRAGMA ${name}`)[0]?.[0];
  }

  /** Runs the work in a transaction. */
  transaction(work: () => void): void {
    this.inTransaction(() => {
      work();
      this.run("COMMIT");
    });
  }

  /** Runs the work in the transaction that is open, or in a new one, which stays open; a fault ends it without a trace. */
  inTransaction<Result>(work: () => Result): Result {
    if (!this.#database.isTransaction) this.run("BEGIN IMMEDIATE");
    try {
      return work();
    } catch (error) {
      if (this.#database.isTransaction) this.run("ROLLBACK");
      throw error;
    }
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    this.#database.close();
  }
}
