import fc from "fast-check";
import { expect, test } from "vitest";
import { fits } from "./listing.ts";

test.each([
  ["Desk*", "desk lamp 2", true],
  ["desk ?", "Desk 1", true],
  ["desk ?", "Desk 12", false],
  ["*lamp", "lamp shade", false],
  ["a.c", "abc", false],
  ["*", "", true],
] as const)("%s fits %s: %s", (pattern, name, isFitting) => {
  expect(fits(pattern)(name)).toBe(isFitting);
});

test("any name fits itself, and any text is a pattern", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(fits(name)(name)).toBe(true);
      expect(fits(undefined)(name)).toBe(true);
    }),
  );
});
