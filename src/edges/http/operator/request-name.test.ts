import fc from "fast-check";
import { expect, test } from "vitest";
import { requestName } from "./request-name.ts";

test.each([
  ["Ann's phone", "Ann's phone"],
  ["  Ann's \t phone\n", "Ann's phone"],
  ["Ann\u200bs pho\u00adne\u2060", "Anns phone"],
  ["\u202eenohp s'nnA\u2066", "enohp s'nnA"],
  ["Ann\u001b[2Jbell\u0007", "Ann[2Jbell"],
  ['Ann" at 10.0.0.1 allowed, “Bob”', "Ann' at 10.0.0.1 allowed, 'Bob'"],
  [`Z${"\u0301".repeat(60)}algo`, "\u0179\u0301\u0301algo"],
  ["电话 📱", "电话 📱"],
  ["x".repeat(200), "x".repeat(40)],
])("G114: %j is shown to operators as %j", (given, shown) => {
  expect(requestName(given)?.normalize("NFD")).toBe(shown.normalize("NFD"));
});

test.each(["", " \u3164\u200b", "\u0000", "\u202e"])("%j is no name: nothing can be seen of it", (given) => {
  expect(requestName(given)).toBe(undefined);
});

test("whatever a stranger sends, its name is one short line without anything that is not seen", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const name = requestName(text) ?? "x";
      expect(name).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}"“”]/u);
      expect([...name].length).toBeLessThanOrEqual(40);
      expect(name.trim()).toBe(name);
    }),
  );
});
