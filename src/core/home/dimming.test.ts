import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { aLight } from "../../../test/support/home/builders.ts";
import { allAtOnce } from "../../shared/steps.ts";
import { dimmedBy, dimmer, undimmed } from "./dimming.ts";
import type { Light } from "./model/light.ts";

const lit = (brightnessPercent: number): Light => aLight({ on: true, brightnessPercent });

/** The lights as a room's brightness leaves them, one after the other. */
function dimmed(lights: readonly Light[], ...means: readonly number[]): readonly Light[] {
  return means.reduce((now, mean) => {
    const factorOf = allAtOnce(dimmer(now, mean));
    return now.map((light) => dimmedBy(light, factorOf(light)));
  }, lights);
}

const levels = (lights: readonly Light[]) => lights.map(({ brightnessPercent }) => brightnessPercent);
const meanOf = (lights: readonly Light[]) => levels(lights).reduce((sum, level) => sum + level, 0) / lights.length;

describe("the lights of a room that is dimmed", () => {
  test.each<[made: number[], mean: number, shown: number[]]>([
    [[20, 60], 20, [10, 30]],
    [[20, 60], 60, [30, 90]],
    [[40, 40, 40], 33, [33, 33, 33]],
    // A light that is full stays so, and the others make up for it.
    [[20, 80, 80], 80, [40, 100, 100]],
    [[10, 90], 70, [40, 100]],
    [[1, 100], 10, [1, 19]],
    // Halves are rounded down: the mean reads as it was given.
    [[7, 14], 15, [10, 20]],
    [[21, 59], 20, [10, 29]],
    [[10, 30, 90], 1, [1, 1, 1]],
    [[10, 30, 90], 100, [100, 100, 100]],
  ])("made %j and dimmed to %i%% show %j", (made, mean, shown) => {
    expect(levels(dimmed(made.map(lit), mean))).toEqual(shown);
  });

  test("are as they were made once it is as bright as then, however far it was dimmed, to the fraction", () => {
    const made = [20, 51, 33.07];
    expect(levels(dimmed(made.map(lit), 1, 100, 7, 35))).toEqual(made);
    expect(dimmed(made.map(lit), 1, 35).map(({ dimming }) => dimming)).toEqual([undefined, undefined, undefined]);
  });

  test("stay as they are where the room is that bright already", () => {
    const lights = [20, 51].map(lit);
    expect(dimmed(lights, 36)).toEqual(lights);
    expect(dimmed(lights, 9)).toEqual(dimmed(lights, 9, 9));
  });

  test("keep their ratios beside one that was changed meanwhile", () => {
    const [first, second] = dimmed([20, 60].map(lit), 1) as [Light, Light];
    const third = lit(30);
    const raised = dimmed([first, second, third], 50);
    expect(levels(raised)).toEqual([12, 37, 100]);
  });

  test("that was changed begins anew at what it shows", () => {
    const [first] = dimmed([lit(20), lit(60)], 1) as [Light];
    const changed = { ...undimmed(first), brightnessPercent: 60 };
    expect(levels(dimmed([changed, lit(60)], 30))).toEqual([30, 30]);
  });
});

const level = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 120, noNaN: true }));
const mean = fc.integer({ min: 1, max: 100 });

test("the mean reads as it was given, and a light that was brighter than another never gets fainter than it", () => {
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 40 }),
      fc.array(mean, { maxLength: 6 }),
      mean,
      (made, before, last) => {
        const lights = dimmed(made.map(lit), ...before, last);
        expect(
          Math.round(
            meanOf(
              lights.map((light) => ({
                ...light,
                brightnessPercent: Math.min(100, Math.max(1, light.brightnessPercent)),
              })),
            ),
          ),
        ).toBe(last);
        const byMade = lights.toSorted(
          (one, other) => (made[lights.indexOf(one)] ?? 0) - (made[lights.indexOf(other)] ?? 0),
        );
        expect(levels(byMade)).toEqual(levels(byMade).toSorted((one, other) => one - other));
      },
    ),
    { numRuns: times(2_000) },
  );
});

test("what is remembered of a light stays bounded, whatever is dimmed beside it", () => {
  let [light, other] = [lit(100), lit(1)];
  for (let round = 0; round < 50; round += 1) {
    [light = light, other = other] = dimmed([light, lit(1)], round % 2 === 0 ? 100 : 1);
    const { madePercent = 1, factor = 1 } = light.dimming ?? {};
    expect(madePercent * factor).toBeGreaterThanOrEqual(0.009);
    expect(madePercent * factor).toBeLessThanOrEqual(10_001);
  }
});
