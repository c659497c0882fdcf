import { Connection } from "../../store/sqlite/connection.ts";
import { MATTER_OWNER, MATTER_TABLES } from "../../store/sqlite/matter-rows.ts";

const IN_MEMORY = ":memory:";

/** A value of matter.js, at its place; undefined where it is deleted. */
export interface StoredEntry {
  readonly context: string;
  readonly key: string;
  readonly value: string | undefined;
}

/** The root endpoint is 0, and the bridge itself 1. */
const FIRST_LAMP_NUMBER = 2;

/** All that the bridge stores: matter.js's values, the numbers of lamps, and facts such as what its codes are made of. */
export class MatterDatabase {
  readonly #connection: Connection;
  readonly #numbers: Map<string, number>;
  readonly #facts: Map<string, string>;

  constructor(path: string) {
    this.#connection = new Connection(path);
    // A backup reads the file while the bridge runs, so the lock is not exclusive.
    if (path !== IN_MEMORY) this.#connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    this.#connection.run("PRAGMA trusted_schema = OFF; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON");
    this.#connection.transaction(() => this.#connection.run(MATTER_TABLES));
    const rows = this.#connection.rows("SELECT id, number FROM lamp ORDER BY number");
    const facts = this.#connection.rows("SELECT name, value FROM fact");
    this.#facts = new Map(facts.map(([name, value]) => [String(name), String(value)]));
    this.#numbers = new Map(rows.map(([id, number]) => [String(id), Number(number)]));
  }

  /** Pairings that nobody has claimed, or another gateway, must not control this one. */
  isOf(gatewayId: string): boolean {
    const owner = this.text(MATTER_OWNER);
    return owner === undefined
      ? this.#connection.rows("SELECT key FROM entry LIMIT 1").length === 0
      : owner === gatewayId;
  }

  /** The lamps that have numbers, in their order. */
  get lampIds(): readonly string[] {
    return [...this.#numbers.keys()];
  }

  entries(): readonly (StoredEntry & { readonly value: string })[] {
    return this.#connection
      .rows("SELECT context, key, value FROM entry")
      .map(([context, key, value]) => ({ context: String(context), key: String(key), value: String(value) }));
  }

  /** Stores all of it or nothing; afterwards it survives a loss of power. */
  write(entries: readonly StoredEntry[]): void {
    if (entries.length === 0) return;
    this.#connection.transaction(() => {
      for (const { context, key, value } of entries) {
        if (value === undefined) {
          this.#connection.runWith("DELETE FROM entry WHERE context = ? AND key = ?", context, key);
        } else this.#connection.runWith("INSERT OR REPLACE INTO entry VALUES (?, ?, ?)", context, key, value);
      }
    });
  }

  /** The numbers of lamps. A lamp keeps its number for ever, and no other lamp ever gets it. */
  numbersOf(ids: readonly string[]): ReadonlyMap<string, number> {
    const unknown = ids.filter((id) => !this.#numbers.has(id));
    if (unknown.length > 0) {
      const next = Math.max(FIRST_LAMP_NUMBER, ...[...this.#numbers.values()].map((number) => number + 1));
      const added = unknown.map((id, at) => [id, next + at] as const);
      this.#connection.transaction(() => {
        for (const row of added) this.#connection.runWith("INSERT INTO lamp VALUES (?, ?)", ...row);
      });
      // Only now: a number that is not stored may be another lamp's after the next start.
      for (const [id, number] of added) this.#numbers.set(id, number);
    }
    return this.#numbers;
  }

  /** A fact that is made up once and never changes. */
  fact(name: string, make: () => number): number {
    const known = this.text(name);
    if (known !== undefined) return Number(known);
    const value = make();
    this.setText(name, String(value));
    return value;
  }

  /** A fact as it is stored. */
  text(name: string): string | undefined {
    return this.#facts.get(name);
  }

  /** Stores a fact, or deletes it. */
  setText(name: string, value: string | undefined): void {
    this.#connection.transaction(() => {
      if (value === undefined) this.#connection.runWith("DELETE FROM fact WHERE name = ?", name);
      else this.#connection.runWith("INSERT OR REPLACE INTO fact VALUES (?, ?)", name, value);
    });
    if (value === undefined) this.#facts.delete(name);
    else this.#facts.set(name, value);
  }

  close(): void {
    this.#connection.close();
  }
}
