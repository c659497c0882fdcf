import fc from "fast-check";
import { expect, test } from "vitest";
import { DEEPEST_LEVEL, tooDeepAt } from "./json-depth.ts";

const depthOf = (value: unknown): number =>
  typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

/** JSON of any shape, wrapped in so many lists and objects. */
const wrapped = fc
  .tuple(fc.jsonValue({ maxDepth: 6 }), fc.array(fc.boolean(), { maxLength: 80 }))
  .map(([value, around]) => around.reduce<unknown>((inner, isList) => (isList ? [inner] : { "]}": inner }), value));

test("a text is too deep just when its value is, whatever its strings hold", () => {
  fc.assert(
    fc.property(wrapped, fc.constantFrom(undefined, 1), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(tooDeepAt(text) !== undefined).toBe(depthOf(value) > DEEPEST_LEVEL);
    }),
  );
});

test("brackets and quotes in strings count for nothing", () => {
  for (const text of ['"[[[[\\"[[["', "[".repeat(100), '\\"'.repeat(50)]) {
    expect(tooDeepAt(JSON.stringify([text]))).toBeUndefined();
  }
  expect(tooDeepAt(`{"a":"${"[".repeat(100)}`)).toBeUndefined();
});

test("the place is that of the bracket which is one too many, and nothing behind it is looked at", () => {
  expect(tooDeepAt("[".repeat(10_000_000))).toBe(DEEPEST_LEVEL);
});
