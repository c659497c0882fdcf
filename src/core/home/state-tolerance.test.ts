import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { colour } from "../../../test/support/home/any-resource.ts";
import { hasFiniteNumbers } from "./changes/finite-numbers.ts";
import { xyFromKelvin, xyFromRgb } from "./model/colour.ts";
import { type LightColour, pointOf } from "./model/light-colour.ts";
import { distanceFromDesired } from "./state-tolerance.ts";

const comesTo = (key: string, desired: unknown, reported: unknown): boolean =>
  distanceFromDesired(key, desired, reported) <= 1;
const white = (kelvin: number): LightColour => ({ mode: "white", kelvin });
const xy = (x: number, y: number): LightColour => ({ mode: "xy", point: { x, y } });
const red = xyFromRgb(0xff0000);
const blue = xyFromRgb(0x0000ff);
const segments = (...[first = red, ...rest]: readonly (typeof red)[]): LightColour => {
  return { mode: "segments", points: [first, ...rest] };
};

test.each<readonly [key: string, desired: unknown, reported: unknown, isSame: boolean]>([
  ["on", true, true, true],
  ["on", true, false, false],
  ["brightnessPercent", 50, 50, true],
  ["brightnessPercent", 50, 51, true],
  ["brightnessPercent", 50, 48.9, false],
  ["brightnessPercent", 50, Number.NaN, false],
  ["colour", white(2700), white(2703), true],
  ["colour", white(2700), white(2770), true],
  ["colour", white(2700), white(2800), false],
  ["colour", white(6500), white(6100), false],
  ["colour", xy(0.5, 0.4), xy(0.51, 0.41), true],
  ["colour", xy(0.5, 0.4), xy(0.515, 0.415), false],
  ["colour", white(4000), { mode: "xy", point: xyFromKelvin(4000) }, true],
  ["colour", white(4000), { mode: "xy", point: red }, false],
  ["colour", { mode: "xy", point: red }, { mode: "hueSaturation", hueDegrees: 0, saturationPercent: 100 }, true],
  ["colour", { mode: "xy", point: red }, { mode: "hueSaturation", hueDegrees: 40, saturationPercent: 100 }, false],
  ["colour", segments(red, blue), segments(red, blue), true],
  ["colour", segments(red, blue), segments({ x: red.x - 0.01, y: red.y }, blue), true],
  ["colour", segments(red, blue), segments(blue, red), false],
  ["colour", segments(red, blue), segments(red, red), false],
  ["colour", segments(red, blue), segments(red), false],
  ["colour", segments(red), { mode: "xy", point: red }, true],
  ["areaId", null, null, true],
  ["source", "hdmi1", "hdmi2", false],
])("%s: a command for %j is confirmed by a report of %j: %s", (key, desired, reported, isSame) => {
  expect(comesTo(key, desired, reported)).toBe(isSame);
});

describe("what a lamp makes of a command confirms it:", () => {
  test("a brightness in 254 steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), (percent) => {
        const level = Math.max(1, Math.round((percent * 254) / 100));
        expect(comesTo("brightnessPercent", percent, (level * 100) / 254)).toBe(true);
        expect(comesTo("brightnessPercent", percent, Math.max(1, Math.round((level * 100) / 254)))).toBe(true);
      }),
    );
  });

  test("a temperature in whole mired", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 6500 }), (kelvin) => {
        expect(comesTo("colour", white(kelvin), white(Math.round(1e6 / Math.round(1e6 / kelvin))))).toBe(true);
      }),
    );
  });

  test("a colour to four decimals, and a white that is told as a point", () => {
    const share = fc.double({ min: 0, max: 0.8, noNaN: true });
    const rounded = (value: number) => Math.round(value * 1e4) / 1e4;
    fc.assert(
      fc.property(share, share, fc.integer({ min: 2000, max: 6500 }), (x, y, kelvin) => {
        expect(comesTo("colour", xy(x, y), xy(rounded(x), rounded(y)))).toBe(true);
        const point = xyFromKelvin(kelvin);
        expect(comesTo("colour", white(kelvin), xy(rounded(point.x), rounded(point.y)))).toBe(true);
      }),
    );
  });
});

test("any colour comes to itself, at no distance, and is as far from another as that is from it", () => {
  fc.assert(
    fc.property(colour.filter(hasFiniteNumbers), colour.filter(hasFiniteNumbers), (one, other) => {
      expect(distanceFromDesired("colour", one, structuredClone(one))).toBe(0);
      expect(distanceFromDesired("colour", one, other)).toBe(distanceFromDesired("colour", other, one));
    }),
  );
});

test("whatever is said, it is the same, near or infinitely far, and what is near looks alike on the chart", () => {
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      const distance = distanceFromDesired("colour", one, other);
      expect((distance >= 0 && distance <= 1) || distance === Number.POSITIVE_INFINITY).toBe(true);
      const isByChart = one.mode !== "white" || other.mode !== "white";
      if (distance > 1 || distance === 0 || !isByChart) return;
      const [here, there] = [pointOf(one), pointOf(other)];
      expect(Math.hypot(here.x - there.x, here.y - there.y)).toBeLessThanOrEqual(0.02);
    }),
    { numRuns: times(2_000) },
  );
});
