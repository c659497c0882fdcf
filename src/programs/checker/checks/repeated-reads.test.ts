import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameOrder } from "./repeated-reads.ts";

const IDS = fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 20 });
const CHOICE = fc.array(fc.boolean());
const some = (all: readonly string[], choice: readonly boolean[]) => all.filter((_id, at) => choice[at] !== false);

test("what is added, removed, listed twice or spelt otherwise does not change the order of the rest", () => {
  fc.assert(
    fc.property(IDS, CHOICE, CHOICE, (all, first, second) => {
      const [before, after] = [some(all, first), some(all, second)];
      expect(
        isSameOrder(
          before,
          [...after, ...after.slice(0, 1)].map((id) => id.toUpperCase()),
        ),
      ).toBe(true);
    }),
  );
});

test("two items that change places do", () => {
  fc.assert(
    fc.property(IDS, fc.nat(), (all, at) => {
      const place = at % (all.length - 1);
      const [one = "", other = ""] = all.slice(place);
      expect(isSameOrder(all, [...all.slice(0, place), other, one, ...all.slice(place + 2)])).toBe(false);
    }),
  );
});
