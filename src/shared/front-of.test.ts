import fc from "fast-check";
import { expect, test } from "vitest";
import { FrontOf } from "./front-of.ts";

type Act = (set: Set<number>, front: FrontOf<number>) => void;

const takesFirst: Act = (set, front) => {
  const [first] = set;
  expect(front.next()).toBe(first);
  if (first !== undefined) set.delete(first);
};

const anyActs = fc.array(
  fc.oneof(
    fc.nat(20).map(
      (entry): Act =>
        (set) =>
          void set.add(entry),
    ),
    fc.constantFrom<Act>(takesFirst, (set) => set.clear()),
  ),
  { maxLength: 200 },
);

test("whatever is added, taken out and cleared, the next entry is the first that is there", () => {
  fc.assert(
    fc.property(anyActs, (acts) => {
      const set = new Set<number>();
      const front = new FrontOf(set);
      for (const act of acts) act(set, front);
    }),
  );
});

test("a thousand entries are taken out with one iterator", () => {
  const set = new Set(Array.from({ length: 1_000 }, (_none, entry) => entry));
  let iterators = 0;
  const front = new FrontOf({
    [Symbol.iterator]: () => {
      iterators += 1;
      return set[Symbol.iterator]();
    },
  });
  for (let left = set.size; left > 0; left -= 1) set.delete(front.next() ?? -1);
  expect([set.size, iterators]).toEqual([0, 1]);
});
