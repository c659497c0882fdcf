import type { Entry } from "./entries.ts";
import { digestOf, folded, type Row } from "./rows.ts";

/** An upsert of an entry or, without a body, its deletion. */
export interface Write extends Pick<Entry, "in" | "id"> {
  readonly body: string | undefined;
  /** Whether the entry moves to the end, even if an entry of that id exists. */
  readonly isNew: boolean;
}

/** The rows that writes change, and the seal of all rows afterwards. */
export interface Plan {
  readonly removed: readonly { readonly key: string; readonly position: number }[];
  readonly put: readonly Row[];
  readonly rows: number;
  readonly seal: number;
}

type Place = Omit<Row, "body">;

/**
 * The position and digest of each entry in memory, so that a write costs the same in a large store as in a small one.
 */
export class Ledger {
  readonly #places = new Map<string, Place>();
  #nextPosition = 1;
  #seal = 0;

  constructor(rows: readonly Row[]) {
    this.apply({
      removed: [],
      put: rows,
      rows: rows.length,
      seal: rows.reduce((all, row) => folded(all, row.digest), 0),
    });
  }

  /** All entries. */
  entries(): readonly Pick<Entry, "in" | "id">[] {
    return [...this.#places.values()];
  }

  /** Plans writes; each entry is written at most once in a plan. */
  plan(writes: readonly Write[]): Plan {
    let nextPosition = this.#nextPosition;
    const placed = writes.map((write) => {
      const key = keyOf(write);
      const old = this.#places.get(key);
      const stays = old !== undefined && !write.isNew && write.body !== undefined;
      if (stays) return { key, write, old, stays, position: old.position };
      nextPosition += 1;
      return { key, write, old, stays, position: nextPosition - 1 };
    });
    const put = placed.flatMap(({ write, position }) => rowOf(write, position));
    const replaced = placed.flatMap(({ old }) => old ?? []);
    return {
      removed: placed.flatMap(({ key, old, stays }) => (old && !stays ? [{ key, position: old.position }] : [])),
      put,
      rows: this.#places.size - replaced.length + put.length,
      seal: [...replaced, ...put].reduce((seal, { digest }) => folded(seal, digest), this.#seal),
    };
  }

  /** To be called once the plan is on the disk. */
  apply({ removed, put, seal }: Plan): void {
    for (const { key } of removed) this.#places.delete(key);
    for (const { body: _, ...place } of put) {
      this.#places.set(keyOf(place), place);
      this.#nextPosition = Math.max(this.#nextPosition, place.position + 1);
    }
    this.#seal = seal;
  }
}

const keyOf = ({ in: kind, id }: Pick<Entry, "in" | "id">): string => `${kind} ${id}`;

function rowOf({ in: kind, id, body }: Write, position: number): readonly Row[] {
  return body === undefined
    ? []
    : [{ in: kind, id, body, position, digest: digestOf(position, { in: kind, id, body }) }];
}
