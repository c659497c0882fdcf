import fc from "fast-check";
import { expect, test } from "vitest";
import { negotiate } from "./content-negotiation.ts";

const negotiated = (acceptEncoding?: string, ifNoneMatch?: string) => negotiate({ acceptEncoding, ifNoneMatch });

test.each([
  ["gzip", true],
  ["GZIP", true],
  ["gzip, deflate, br", true],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", true],
  ["x-gzip", true],
  ["*", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000", false],
  ["gzip;q=0, *", false],
  ["*;q=0", false],
  ["*;q=0, gzip", true],
  ["identity", false],
  ["br", false],
  ["gzipped", false],
  ["", false],
])("Accept-Encoding: %s", (acceptEncoding, gzip) => {
  expect(negotiated(acceptEncoding).gzip).toBe(gzip);
});

test("without Accept-Encoding nothing is packed", () => {
  expect(negotiated().gzip).toBe(false);
});

test.each([
  ['"one"', true],
  ['W/"one"', true],
  ['"other", "one"', true],
  ['"other","one","third"', true],
  ["*", true],
  [" * ", true],
  ['"other"', false],
  ["one", false],
  ['"One"', false],
  ['"one-gzip"', false],
  ['"a, "one", b"', true],
  ["", false],
])("If-None-Match: %s", (ifNoneMatch, isKnown) => {
  expect(negotiated(undefined, ifNoneMatch).hasTag('"one"')).toBe(isKnown);
});

test("without If-None-Match no tag is known", () => {
  expect(negotiated().hasTag('"one"')).toBe(false);
});

test("any text at all is read as some negotiation, and no text makes a tag known that does not stand in it", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const { gzip, hasTag } = negotiated(one, other);
      expect(typeof gzip).toBe("boolean");
      expect(hasTag('"one"')).toBe(other.trim() === "*" || other.includes('"one"'));
    }),
  );
});
