import fc from "fast-check";
import { expect, test } from "vitest";
import { newCode, typedCode } from "./sign-in-code.ts";

test("G114: a code is eight consonants in two halves, and of many hardly two are the same", () => {
  const codes = Array.from({ length: 2_000 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  // Two of so many are the same once in 13,000 runs.
  expect(new Set(codes).size).toBeGreaterThan(codes.length - 3);
});

test("a code may be typed in small letters, with a space or without a hyphen; every letter counts", () => {
  for (const typed of ["KTQM-XBHP", "ktqm-xbhp", " ktqmxbhp ", "Ktqm xbhp", "KTQM - XBHP"]) {
    expect(typedCode(typed)).toBe("KTQM-XBHP");
  }
  for (const typed of ["", "KTQM-XBH", "KTQM-XBHPP", "KTQM-XBHA", "KTQM-XBH0", "K-TQMXBHP", "*", "KTQM-XBHP\n*"]) {
    expect(typedCode(typed)).toBe(undefined);
  }
});

test("whatever is typed is one code or none", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(typedCode(text) ?? "BBBB-BBBB").toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    }),
  );
});
