import fc from "fast-check";
import { expect, test } from "vitest";
import { moved } from "./moved.ts";

test("an item that is moved is at its new place, and all others are in their order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 1 }), fc.nat(), fc.nat(), (all, some, other) => {
      const [from, to] = [some % all.length, other % all.length];
      const after = moved(all, from, to);
      expect(after[to]).toBe(all[from]);
      expect(after.filter((one) => one !== all[from])).toEqual(all.filter((one) => one !== all[from]));
    }),
  );
});
