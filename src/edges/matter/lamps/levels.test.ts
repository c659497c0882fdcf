import fc from "fast-check";
import { expect, test } from "vitest";
import { FULL_LEVEL, LOWEST_LEVEL, levelFor, levelFromPercent, percentFromLevel } from "./levels.ts";

const percents = fc.integer({ min: 1, max: 100 });
const levels = fc.integer({ min: LOWEST_LEVEL, max: FULL_LEVEL });

test("every brightness comes back from its level", () => {
  expect.assertions(100);
  for (let percent = 1; percent <= 100; percent += 1) expect(percentFromLevel(levelFromPercent(percent))).toBe(percent);
});

test("brightnesses from 1 to 100 are levels from 3 to 254", () => {
  expect([levelFromPercent(1), levelFromPercent(100)]).toEqual([3, 254]);
});

test("a level that a controller set stays as long as it means the lamp's brightness", () => {
  for (let level = LOWEST_LEVEL; level <= FULL_LEVEL; level += 1) {
    expect(levelFor(percentFromLevel(level), level)).toBe(level);
  }
});

test("another brightness of the lamp has a level of its own", () => {
  fc.assert(
    fc.property(percents, levels, (percent, level) => {
      expect(percentFromLevel(levelFor(percent, level))).toBe(percent);
    }),
  );
});
