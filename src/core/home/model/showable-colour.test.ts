import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../test/support/depth.ts";
import { colour } from "../../../../test/support/home/any-resource.ts";
import { hasFiniteNumbers } from "../changes/finite-numbers.ts";
import { ABILITY_FOR_COLOUR } from "./ability.ts";
import { kelvinFromXy, type Xy } from "./colour.ts";
import type { Ability, Light } from "./light.ts";
import type { LightColour } from "./light-colour.ts";
import { showableColour } from "./showable-colour.ts";

type Lamp = Pick<Light, "abilities" | "segments">;
const plain: Lamp = { abilities: ["onOff"], segments: 0 };
const white: Lamp = { abilities: ["onOff", "colourTemperature"], segments: 0 };
const coloured: Lamp = { abilities: ["onOff", "colour"], segments: 0 };
const segmented = (segments: number): Lamp => ({ abilities: ["onOff", "colour", "segments"], segments });

const RED: Xy = { x: 0.64, y: 0.33 };
const BLUE: Xy = { x: 0.15, y: 0.06 };
const xy = (point: Xy): LightColour => ({ mode: "xy", point });
const kelvin = (degrees: number): LightColour => ({ mode: "white", kelvin: degrees });
const stripes: LightColour = { mode: "segments", points: [RED, BLUE, RED] };

test.each<readonly [what: string, given: LightColour, lamp: Lamp, shown: LightColour]>([
  ["a white on a white lamp", kelvin(3000), white, kelvin(3000)],
  ["a white on a lamp that is white in name only", kelvin(3000), plain, kelvin(3000)],
  [
    "a white on a lamp of colours",
    kelvin(6500),
    coloured,
    xy({ x: expect.closeTo(0.3136, 3), y: expect.closeTo(0.3237, 3) }),
  ],
  ["a colour on a lamp of colours", xy(RED), coloured, xy(RED)],
  ["a colour on a white lamp", xy(BLUE), white, kelvin(kelvinFromXy(BLUE))],
  ["a colour on a lamp that is white in name only", xy(BLUE), plain, kelvin(kelvinFromXy(BLUE))],
  ["segments on a lamp of as many", stripes, segmented(3), stripes],
  ["segments on a lamp of fewer", stripes, segmented(2), { mode: "segments", points: [RED, BLUE] }],
  ["segments on a lamp of one colour", stripes, coloured, xy(RED)],
  ["segments on a white lamp", stripes, white, kelvin(kelvinFromXy(RED))],
])("%s", (_what, given, lamp, shown) => {
  expect(showableColour(given, lamp)).toEqual(shown);
});

test("whatever the lamp, what it shows of any colour it can show, and shows then as it is", () => {
  const abilities = fc.subarray<Ability>(["onOff", "colourTemperature", "colour"]);
  fc.assert(
    fc.property(colour.filter(hasFiniteNumbers), abilities, fc.nat(3), (given, able, segments) => {
      const lamp: Lamp = { abilities: segments > 0 ? [...able, "segments"] : able, segments };
      const shown = showableColour(given, lamp);
      const inNameOnly = shown.mode === "white" && !lamp.abilities.includes("colour");
      expect(inNameOnly || lamp.abilities.includes(ABILITY_FOR_COLOUR[shown.mode])).toBe(true);
      if (shown.mode === "segments") expect(shown.points.length).toBeLessThanOrEqual(segments);
      expect(showableColour(shown, lamp)).toBe(shown);
      expect(hasFiniteNumbers(shown)).toBe(true);
    }),
    { numRuns: times(1_000) },
  );
});
