import fc from "fast-check";
import { expect, test } from "vitest";
import { shortText } from "./names.ts";

test("no name is longer than Matter's 32 bytes, and none is cut within a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (name) => {
      const short = shortText(name);
      expect(Buffer.byteLength(short)).toBeLessThanOrEqual(32);
      expect(name.trim().startsWith(short)).toBe(true);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});

test("a long name is cut at a word", () => {
  expect(shortText("Ceiling lamp over the long kitchen table")).toBe("Ceiling lamp over the long");
  expect(shortText("Ceiling lamp over a table of 32by now")).toBe("Ceiling lamp over a table of");
});

test("a word that is too long itself is cut, and a short name stays", () => {
  expect(shortText("Donaudampfschifffahrtsgesellschaftslampe")).toBe("Donaudampfschifffahrtsgesellscha");
  expect(shortText("Küche")).toBe("Küche");
});
