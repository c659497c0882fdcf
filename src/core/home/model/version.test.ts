import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isNewerVersion, updateAhead } from "./version.ts";

describe("a version is newer", () => {
  test.each([
    ["1.4.3", "1.4.2"],
    ["1.10", "1.9"],
    ["2", "1.4.2"],
    ["1.4.2.1", "1.4.2"],
    ["v2.0", "1.9.9"],
    ["2.0.0-beta", "1.9"],
    ["1.4.2", "1.4.2-rc.1"],
    ["1.4.2-rc.2", "1.4.2-rc.1"],
    ["10000000000000000000001", "10000000000000000000000"],
    ["1.0", ""],
    ["unknown", "1.4.2"],
    ["2024-10-08", "2024-10-07"],
    ["0x00000012", "0x00000011"],
    ["1.4.2+8", "1.4.2+7"],
    ["1.4b", "1.4.2"],
  ])("%s than %s", (candidate, installed) => expect(isNewerVersion(candidate, installed)).toBe(true));
});

describe("a version is not newer", () => {
  test.each([
    ["1.4.2", "1.4.2"],
    ["1.4.1", "1.4.2"],
    ["1.4", "1.4.2"],
    ["1", "1.4.2"],
    ["1.9", "1.10"],
    ["1.4.2.0", "1.4.2"],
    ["01.04.02", "1.4.2"],
    ["v1.4.2", "1.4.2"],
    [" 1.4.2 ", "1.4.2"],
    ["1.4.2-beta", "1.4.2"],
    ["V1.4.2-Beta", "1.4.2-beta"],
    ["unknown", "Unknown"],
    ["", "1.4.2"],
    ["", ""],
    [" ", "1.4.2"],
  ])("%j than %j", (candidate, installed) => expect(isNewerVersion(candidate, installed)).toBe(false));
});

const numbers = fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 5 });

/** By subtraction instead of by digits. */
function naivelyNewer(one: readonly bigint[], other: readonly bigint[]): boolean {
  const length = Math.max(one.length, other.length);
  const differences = Array.from({ length }, (_, at) => (one[at] ?? 0n) - (other[at] ?? 0n));
  return (differences.find((difference) => difference !== 0n) ?? 0n) > 0n;
}

test("numbers between dots are compared as numbers, however long", () => {
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      expect(isNewerVersion(one.join("."), other.join("."))).toBe(naivelyNewer(one, other));
    }),
  );
});

test("no text at all is newer than itself, and an update never leads to what is installed", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isNewerVersion(one, one)).toBe(false);
      expect(["", one]).toContain(updateAhead(one, other));
      expect(updateAhead(one, one)).toBe("");
    }),
  );
});
