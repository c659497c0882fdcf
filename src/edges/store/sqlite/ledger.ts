import type { Entry } from "./entries.ts";
import { digestOf, folded, type Row } from "./rows.ts";

/** An upsert of an entry or, without a body, its deletion. */
export interface Write extends Pick<Entry, "in" | "id"> {
  readonly body: string | undefined;
  /** Whether the entry moves to the end, even if an entry of that id exists. */
  readonly isNew: boolean;
}

/** The rows that writes change, and what is so of all rows afterwards. */
export interface Plan extends Totals {
  readonly removed: readonly { readonly key: string; readonly position: number }[];
  readonly put: readonly Row[];
}

/** What is so of all rows. */
interface Totals {
  readonly rows: number;
  readonly seal: number;
  readonly nextPosition: number;
}

type Place = Omit<Row, "body">;

/** What is left to do once a plan is on the disk. */
export interface AppliedPlan extends Omit<Plan, "put"> {
  readonly put: readonly Place[];
}

/** A plan without the texts of its rows. */
export const withoutBodies = (plan: Plan): AppliedPlan => ({ ...plan, put: plan.put.map(placeOf) });

const placeOf = ({ in: kind, id, position, digest }: Place): Place => ({ in: kind, id, position, digest });

/**
 * The position and digest of each entry in memory, so that a write costs the same in a large store as in a small one.
 */
export class Ledger {
  readonly #places = new Map<string, Place>();
  #nextPosition = 1;
  #seal = 0;

  constructor(rows: readonly Row[]) {
    this.apply({ removed: [], put: rows, seal: rows.reduce((all, row) => folded(all, row.digest), 0) });
  }

  /** All entries. */
  entries(): readonly Pick<Entry, "in" | "id">[] {
    return [...this.#places.values()];
  }

  /** Plans writes, after an earlier plan of the same transaction; each entry is written at most once in a transaction. */
  plan(writes: readonly Write[], earlier: Totals = this.#totals): Plan {
    let { nextPosition } = earlier;
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
      rows: earlier.rows - replaced.length + put.length,
      seal: [...replaced, ...put].reduce((seal, { digest }) => folded(seal, digest), earlier.seal),
      nextPosition,
    };
  }

  /** To be called once the plan is on the disk. */
  apply({ removed, put, seal }: Pick<AppliedPlan, "removed" | "put" | "seal">): void {
    for (const { key } of removed) this.#places.delete(key);
    for (const place of put) {
      this.#places.set(keyOf(place), placeOf(place));
      this.#nextPosition = Math.max(this.#nextPosition, place.position + 1);
    }
    this.#seal = seal;
  }

  get #totals(): Totals {
    return { rows: this.#places.size, seal: this.#seal, nextPosition: this.#nextPosition };
  }
}

const keyOf = ({ in: kind, id }: Pick<Entry, "in" | "id">): string => `${kind} ${id}`;

function rowOf({ in: kind, id, body }: Write, position: number): readonly Row[] {
  return body === undefined
    ? []
    : [{ in: kind, id, body, position, digest: digestOf(position, { in: kind, id, body }) }];
}
