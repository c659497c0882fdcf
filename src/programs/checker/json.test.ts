import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedNameIn } from "./json.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test("an object that is written once has each name once, whatever it holds", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      expect(repeatedNameIn(bytesOf(JSON.stringify(value, null, indent)))).toBeUndefined();
    }),
  );
});

test("a name that an object has twice is found, wherever the object stands", () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (name, one, other, beside) => {
      const member = (value: unknown) => `${JSON.stringify(name)} : ${JSON.stringify(value)}`;
      const text = `{"beside":${JSON.stringify(beside)},"in":[{${member(one)},${member(other)}}]}`;
      expect(repeatedNameIn(bytesOf(text))).toBe(JSON.stringify(name));
    }),
  );
});
