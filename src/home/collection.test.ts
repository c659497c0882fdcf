import fc from "fast-check";
import { expect, test } from "vitest";
import { Collection, type Cursor, type Order } from "./collection.ts";
import { type DeviceId, idFrom } from "./ids.ts";

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

/** Whoever goes through the collection, and what it has met. */
class Reader {
  readonly met: Numbered[] = [];
  #cursor: Cursor | undefined;

  go(collection: Collection<Numbered>): boolean {
    const next = collection.next(this.#cursor);
    if (next) this.met.push(next.resource);
    this.#cursor = next?.cursor ?? this.#cursor;
    return next !== undefined;
  }
}

test.each<Order>(["arrival", "id"])(
  "whatever comes and goes meanwhile, who goes through in the order of %s meets all that stay, and none twice",
  (order) => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const collection = new Collection<Numbered>(order);
        for (let number = 0; number < 10; number += 1) collection.put(numbered(number));
        const stays = new Set(collection.all());
        const reader = new Reader();
        for (const step of steps) {
          if (step.kind === "go") reader.go(collection);
          else if (step.kind === "remove") {
            const removed = collection.get(numbered(step.number).id);
            collection.remove(numbered(step.number).id);
            if (removed) stays.delete(removed);
          } else if (!collection.get(numbered(step.number).id)) collection.put(numbered(step.number));
        }
        while (reader.go(collection));
        expect(new Set(reader.met).size).toBe(reader.met.length);
        expect(reader.met).toEqual(expect.arrayContaining([...stays]));
        const places = reader.met.filter((one) => stays.has(one)).map((one) => collection.all().indexOf(one));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }),
      { numRuns: 500 },
    );
  },
);
