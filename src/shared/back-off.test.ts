import { expect, test } from "vitest";
import { BackOff } from "./back-off.ts";

const backOffWith = (random: () => number) => new BackOff({ random, firstMillis: 1_000, longestMillis: 30_000 });

const delays = (backOff: BackOff, count: number): readonly number[] =>
  Array.from({ length: count }, () => backOff.nextMillis());

test("the limit doubles with each failure up to the longest delay, and begins anew after a success", () => {
  const backOff = backOffWith(() => 0.5);
  expect(delays(backOff, 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  backOff.reset();
  expect(backOff.nextMillis()).toBe(500);
});

test("however often it fails, the delay stays at the longest", () => {
  expect(
    delays(
      backOffWith(() => 1),
      2_000,
    ).at(-1),
  ).toBe(30_000);
});

test("the first limit may be another one, which is never beyond the longest delay", () => {
  const backOff = backOffWith(() => 1);
  backOff.firstMillis = 4_000;
  expect(backOff.nextMillis()).toBe(4_000);
  backOff.reset();
  backOff.firstMillis = 600_000;
  expect(backOff.nextMillis()).toBe(30_000);
});

test("any delay below the limit is as likely", () => {
  let turn = 0;
  const backOff = backOffWith(() => [0, 0.5, 0.25][turn++] ?? 0);
  expect(delays(backOff, 3)).toEqual([0, 1_000, 1_000]);
});
