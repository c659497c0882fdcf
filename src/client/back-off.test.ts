import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

test("the limit doubles with each try that came to nothing, up to half a minute, and one that went well begins anew", () => {
  const backOff = new BackOff(() => 0.5, 1_000);
  expect(Array.from({ length: 7 }, () => backOff.nextMillis())).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
  backOff.reset();
  expect(backOff.nextMillis()).toBe(500);
  backOff.reset();
  backOff.firstMillis = 600_000;
  expect(backOff.nextMillis()).toBe(15_000);
});

test("it is any time below the limit", () => {
  expect(new BackOff(() => 0, 1_000).nextMillis()).toBe(0);
  expect(new BackOff(() => 0.999, 1_000).nextMillis()).toBe(999);
});
