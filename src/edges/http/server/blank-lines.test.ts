import fc from "fast-check";
import { expect, test } from "vitest";
import { BlankLines } from "./blank-lines.ts";

/** The bytes in parts that each end with a blank line, the last one apart. */
function partsOf(pieces: readonly string[]): readonly string[] {
  const blankLines = new BlankLines();
  const parts: string[] = [];
  let open = "";
  for (const piece of pieces) {
    let rest = Buffer.from(piece, "latin1");
    while (rest.byteLength > 0) {
      const length = blankLines.lengthToFirst(rest);
      open += rest.subarray(0, length).toString("latin1");
      rest = rest.subarray(length);
      if (!/\n\r?\n$/.test(open)) continue;
      parts.push(open);
      open = "";
    }
  }
  return open === "" ? parts : [...parts, open];
}

test.each([
  [["a\r\n\r\nb\r\n\r\n"], ["a\r\n\r\n", "b\r\n\r\n"]],
  [["a\n\nb"], ["a\n\n", "b"]],
  [
    ["a\r\n\r", "\nb"],
    ["a\r\n\r\n", "b"],
  ],
  [
    ["a\r\n", "\r\nb\r", "\n\r\n"],
    ["a\r\n\r\n", "b\r\n\r\n"],
  ],
  [["no end"], ["no end"]],
])("%j has the parts %j", (pieces, parts) => expect(partsOf(pieces)).toEqual(parts));

test("wherever bytes are cut, their parts are the same, and each has one blank line at the most", () => {
  const bytes = fc.array(fc.constantFrom("\r", "\n", "a"), { maxLength: 30 });
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(30)), (letters, cuts) => {
      const text = letters.join("");
      const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((place, at) => text.slice(places[at], place));
      expect(partsOf(pieces)).toEqual(partsOf([text]));
      for (const part of partsOf([text])) expect(part.slice(0, -1)).not.toMatch(/\n\r?\n/);
    }),
  );
});
