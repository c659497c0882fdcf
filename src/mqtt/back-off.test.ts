import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

/** The longest waits there can be, one after the other. */
function limits(backOff: BackOff, lastedMillis: readonly number[]): readonly number[] {
  return lastedMillis.map((lasted) => backOff.nextMillis(lasted));
}

test("the limit doubles from a second to a minute", () => {
  const never = Array.from({ length: 9 }, () => 0);
  expect(limits(new BackOff(() => 1), never)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

test("any time up to the limit is as likely", () => {
  let turn = 0;
  const backOff = new BackOff(() => [0, 0.5, 0.25][turn++] ?? 0);
  expect(limits(backOff, [0, 0, 0])).toEqual([0, 1_000, 1_000]);
});

test("who is turned out at once goes on waiting longer; who was connected for a minute begins anew", () => {
  expect(limits(new BackOff(() => 1), [0, 100, 59_999, 60_000, 100])).toEqual([1_000, 2_000, 4_000, 1_000, 2_000]);
});
