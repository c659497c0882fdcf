import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { Collection, type Cursor, type Order } from "./collection.ts";
import { type DeviceId, idFrom } from "./model/ids.ts";

interface Numbered {
  readonly id: DeviceId;
}

const numbered = (number: number): Numbered => ({
  id: idFrom(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
});

type Step = { readonly kind: "put" | "remove"; readonly number: number } | { readonly kind: "go" };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("put", "remove"), number: fc.nat({ max: 15 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "go" } as const) },
);

/** Somebody who goes through a collection of ten while it changes. */
class Walk {
  readonly #collection: Collection<Numbered>;
  /** Those that were there from the beginning, and still are. */
  readonly staying: Set<Numbered>;
  readonly met: Numbered[] = [];
  #cursor: Cursor | undefined;

  constructor(order: Order) {
    this.#collection = new Collection(order);
    for (let number = 0; number < 10; number += 1) this.#collection.put(numbered(number));
    this.staying = new Set(this.#collection.all());
  }

  take(step: Step): void {
    if (step.kind === "go") return void this.go();
    const { id } = numbered(step.number);
    const known = this.#collection.get(id);
    if (step.kind === "put" && !known) this.#collection.put(numbered(step.number));
    if (step.kind !== "remove" || !known) return;
    this.#collection.remove(id);
    this.staying.delete(known);
  }

  go(): boolean {
    const next = this.#collection.next(this.#cursor);
    if (!next) return false;
    this.met.push(next.resource);
    this.#cursor = next.cursor;
    return true;
  }

  /** Where those that stay stand, in the order in which they were met. */
  get places(): readonly number[] {
    const all = this.#collection.all();
    return this.met.filter((one) => this.staying.has(one)).map((one) => all.indexOf(one));
  }
}

test.each<Order>(["arrival", "id"])(
  "whatever comes and goes meanwhile, who goes through in the order of %s meets all that stay, and none twice",
  (order) => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const walk = new Walk(order);
        for (const step of steps) walk.take(step);
        while (walk.go());
        expect(new Set(walk.met).size).toBe(walk.met.length);
        expect(walk.met).toEqual(expect.arrayContaining([...walk.staying]));
        expect(walk.places).toEqual(walk.places.toSorted((one, other) => one - other));
      }),
      { numRuns: times(500) },
    );
  },
);
