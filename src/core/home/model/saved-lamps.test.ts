import { describe, expect, test } from "vitest";
import { xyFromRgb } from "./colour.ts";
import type { LightColour } from "./light-colour.ts";
import { sampleOf } from "./saved-lamps.ts";

const painted = (...colours: readonly [number, ...number[]]): { readonly on: true; readonly colour: LightColour } => {
  const [first, ...rest] = [xyFromRgb(colours[0]), ...colours.slice(1).map(xyFromRgb)] as const;
  const colour: LightColour =
    rest.length > 0 ? { mode: "segments", points: [first, ...rest] } : { mode: "xy", point: first };
  return { on: true, colour };
};

describe("G24: the five colours of saved lamps", () => {
  const [red, green, blue] = [0xff0000, 0x00ff00, 0x0000ff];

  test("are those of the lamps that are on, each once, repeated until there are five", () => {
    const off = { ...painted(green), on: false };
    expect(sampleOf([painted(red), off, painted(red), painted(blue)])).toEqual([red, blue, red, blue, red]);
  });

  test("begin with one colour of each lamp; further segments come behind", () => {
    expect(sampleOf([painted(red, green), painted(blue)])).toEqual([red, blue, green, red, blue]);
  });

  test("are five at the most", () => {
    expect(sampleOf([painted(red, green, blue, 0xffff00, 0x00ffff, 0xff00ff)])).toHaveLength(5);
  });

  test("are black where all lamps are off", () => {
    expect(sampleOf([{ ...painted(red), on: false }])).toEqual([0, 0, 0, 0, 0]);
    expect(sampleOf([])).toEqual([0, 0, 0, 0, 0]);
  });
});
