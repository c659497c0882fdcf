import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "./sha-256.ts";
import { stateHash } from "./state-hash.ts";

const hexOf = (words: Int32Array): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
const expected = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

test("it is SHA-256, whatever the text and however it fills its blocks", () => {
  for (let length = 0; length < 200; length += 1)
    expect(hexOf(sha256("a".repeat(length)))).toBe(expected("a".repeat(length)));
  fc.assert(
    fc.property(fc.array(fc.nat(0x10ffff), { maxLength: 150 }), (points) => {
      const text = String.fromCodePoint(...points);
      expect(hexOf(sha256(text))).toBe(expected(text));
    }),
  );
});

test("the hash of a home is the one that the gateway has of the same", () => {
  expect(stateHash([])).toBe("0".repeat(32));
  expect(stateHash([{ id: "A" }, { id: "B" }])).toBe("818bfa77e5a432c3eb5d91e0293f2a96");
  const lamp = { id: "A", type: "light", name: "Lämpchen 💡" };
  expect(stateHash([lamp])).toBe(expected(JSON.stringify(lamp)).slice(0, 32));
  expect(stateHash([lamp, lamp])).toBe("0".repeat(32));
});
