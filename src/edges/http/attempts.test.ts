import { expect, test } from "vitest";
import { Attempts } from "./attempts.ts";

/** How many of so many tries are too many. */
const refused = (keys: Attempts, address: string, tries: number, nowMillis: number): number =>
  Array.from({ length: tries }, () => keys.isTooMany(address, nowMillis)).filter(Boolean).length;

test("twenty wrong keys are too few to make an address wait, and each second allows one more", () => {
  const keys = new Attempts();
  expect(refused(keys, "10.0.0.1", 25, 0)).toBe(5);
  expect(refused(keys, "10.0.0.1", 5, 999)).toBe(5);
  expect(refused(keys, "10.0.0.1", 5, 3_000)).toBe(2);
  expect(refused(keys, "10.0.0.1", 25, 3_600_000)).toBe(5);
});

test("the wrong keys of one address are nobody else's", () => {
  const keys = new Attempts();
  refused(keys, "10.0.0.1", 100, 0);
  expect(refused(keys, "10.0.0.2", 20, 0)).toBe(0);
});

test("an address that goes on trying is remembered, however many others try meanwhile", () => {
  const keys = new Attempts();
  for (let number = 0; number < 5_000; number += 1) {
    if (number % 250 === 0) keys.isTooMany("10.0.0.1", 0);
    keys.isTooMany(`10.1.0.${number}`, 0);
  }
  expect(refused(keys, "10.0.0.1", 20, 0)).toBe(20);
});

test("however many addresses try, a thousand are remembered, the last ones", () => {
  const keys = new Attempts();
  refused(keys, "10.0.0.1", 20, 0);
  for (let number = 0; number < 5_000; number += 1) {
    if (number === 4_500) refused(keys, "10.0.0.2", 20, 0);
    keys.isTooMany(`10.1.0.${number}`, 0);
  }
  expect(keys.addresses).toBe(1_000);
  expect([keys.isTooMany("10.0.0.1", 0), keys.isTooMany("10.0.0.2", 0)]).toEqual([false, true]);
});
