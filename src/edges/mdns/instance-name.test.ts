import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPrintable } from "../../core/home/model/name.ts";
import { cutToBytes, instanceName, numberedName } from "./instance-name.ts";

/** Mostly of what could do harm. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.string({ unit: fc.constantFrom("a", ".", " ", " (0)", "(", "💡", "é", "\u0000", "\ud83d"), maxLength: 80 }),
);

describe("the name under which a gateway is announced", () => {
  test.each(["Luxgate", "Erdgeschoß (links)", "Küche 💡", "リビング", "Luxgate (2)", "_x"])("may be %s", (name) => {
    expect(instanceName(name)).toBe(name);
  });

  test("has no control characters and no space around it", () => {
    expect(instanceName("  two\nlines\u0007\u202e ")).toBe("two lines");
  });

  test("is Luxgate where nothing of it can be announced", () => {
    for (const name of ["", " ", "\n\t", "\u202e"]) expect(instanceName(name)).toBe("Luxgate");
  });

  test("is one label: a dot becomes one that looks the same", () => {
    expect(instanceName("St. Mary's.")).toBe("St\u2024 Mary's\u2024");
  });

  test("is cut between characters, and leaves room for a number", () => {
    expect(instanceName("a".repeat(100))).toBe("a".repeat(58));
    expect(instanceName("ä".repeat(100))).toBe("ä".repeat(29));
    expect(instanceName("💡".repeat(100))).toBe("💡".repeat(14));
    expect(instanceName(`${"a".repeat(57)} b`)).toBe("a".repeat(57));
  });

  test("is printable, one label and short enough, whatever was asked for, and stays as it is when asked for again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = instanceName(text);
        expect(isPrintable(name)).toBe(true);
        expect(name).not.toContain(".");
        expect(Buffer.byteLength(`${name} (99)`)).toBeLessThanOrEqual(63);
        expect(instanceName(name)).toBe(name);
      }),
    );
  });
});

describe("the name after one that another gateway has", () => {
  test.each([
    ["Luxgate", "Luxgate (2)"],
    ["Luxgate (2)", "Luxgate (3)"],
    ["Luxgate (9)", "Luxgate (10)"],
    ["Room (0)", "Room (1)"],
    ["Room(7)", "Room(7) (2)"],
    ["Room (7) b", "Room (7) b (2)"],
  ])("%s becomes %s", (name, next) => {
    expect(numberedName(name)).toBe(next);
  });

  test("is another one each time, of one label", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const names = [instanceName(text)];
        for (let count = 0; count < 120; count += 1) names.push(numberedName(names.at(-1) ?? ""));
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      }),
    );
  });
});

test("a text that is cut is the longest beginning that fits, in whole characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(60), (text, bytes) => {
      const cut = cutToBytes(text, bytes);
      expect(text.startsWith(cut)).toBe(true);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
      const [next = ""] = text.slice(cut.length);
      if (next !== "") expect(Buffer.byteLength(cut + next)).toBeGreaterThan(bytes);
    }),
  );
});
