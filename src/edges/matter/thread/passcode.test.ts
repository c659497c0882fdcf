import { expect, test } from "vitest";
import { newPasscode } from "./passcode.ts";

test("passcodes that Matter forbids are never made", () => {
  const drawn = [11_111_111, 12_345_678, 87_654_321, 99_999_999, 20_202_021];
  expect(newPasscode(() => drawn.shift() ?? 0)).toBe(20_202_021);
});
