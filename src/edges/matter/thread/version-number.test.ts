import { expect, test } from "vitest";
import { versionNumber } from "./version-number.ts";

test("a later version has a greater number, and one that is not known has 0", () => {
  const numbers = ["0.1.0", "0.1.1", "0.2.0", "0.12.3", "1.0.0-rc.1", "1.0.1", "12.34.56"].map(versionNumber);
  expect(numbers).toEqual([1_000, 1_001, 2_000, 12_003, 1_000_000, 1_000_001, 12_034_056]);
  expect(versionNumber("next")).toBe(0);
});
