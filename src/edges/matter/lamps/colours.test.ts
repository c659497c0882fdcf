import fc from "fast-check";
import { expect, test } from "vitest";
import type { LightColour } from "../../../core/home/model/light-colour.ts";
import {
  attributesFromColour,
  attributesInMode,
  COLOUR_MODES,
  COOLEST_MIRED,
  type ColourAttributes,
  colourFromAttributes,
  isShown,
  WARMEST_MIRED,
} from "./colours.ts";
import type { MatterColour } from "./matter-lamp.ts";

const attributes: fc.Arbitrary<ColourAttributes> = fc.record({
  colorMode: fc.constantFrom(...Object.values(COLOUR_MODES)),
  currentHue: fc.integer({ min: 0, max: 254 }),
  currentSaturation: fc.integer({ min: 0, max: 254 }),
  currentX: fc.integer({ min: 0, max: 0xfeff }),
  currentY: fc.integer({ min: 1, max: 0xfeff }),
  colorTemperatureMireds: fc.integer({ min: COOLEST_MIRED, max: WARMEST_MIRED }),
});

const colours: fc.Arbitrary<MatterColour> = fc.oneof(
  fc.integer({ min: 2_000, max: 6_500 }).map((kelvin) => ({ mode: "white", kelvin }) as const),
  fc
    .record({ x: fc.double({ min: 0, max: 0.99, noNaN: true }), y: fc.double({ min: 0.01, max: 0.99, noNaN: true }) })
    .map((point) => ({ mode: "xy", point }) as const),
  fc
    .record({
      hueDegrees: fc.double({ min: 0, max: 359.9, noNaN: true }),
      saturationPercent: fc.double({ min: 0, max: 100, noNaN: true }),
    })
    .map((hue) => ({ mode: "hueSaturation", ...hue }) as const),
);

const BOTH = { hasWhites: true };

test("a colour that a controller set is read back as it was set", () => {
  fc.assert(
    fc.property(attributes, fc.boolean(), (set, hasWhites) => {
      expect(isShown(colourFromAttributes(set, { hasWhites }), set, { hasWhites })).toBe(true);
    }),
  );
});

test("the attributes of a colour that a controller set are the ones that it set", () => {
  fc.assert(
    fc.property(attributes, (set) => {
      const shown = attributesFromColour(colourFromAttributes(set, BOTH));
      const names: Readonly<Record<number, readonly (keyof ColourAttributes)[]>> = {
        [COLOUR_MODES.white]: ["colorTemperatureMireds"],
        [COLOUR_MODES.xy]: ["currentX", "currentY"],
        [COLOUR_MODES.hueSaturation]: ["currentHue", "currentSaturation"],
      };
      for (const name of ["colorMode", ...(names[set.colorMode] ?? [])] as const) expect(shown[name]).toBe(set[name]);
    }),
  );
});

test("a command that sets only a hue keeps the saturation of the colour that is shown, whatever its mode", () => {
  const red = { ...attributesFromColour({ mode: "xy", point: { x: 0.64, y: 0.33 } }), colorTemperatureMireds: 370 };
  const shown = { currentX: 0, currentY: 0, ...red, colorMode: COLOUR_MODES.xy, currentHue: 9, currentSaturation: 9 };
  expect(attributesInMode(shown, COLOUR_MODES.hueSaturation)).toEqual({ currentHue: 0, currentSaturation: 254 });
  const white = { ...shown, colorMode: COLOUR_MODES.white };
  const { currentX = 0, currentY = 0 } = attributesInMode(white, COLOUR_MODES.xy);
  expect([currentX / 65_536, currentY / 65_536]).toEqual([expect.closeTo(0.46, 2), expect.closeTo(0.41, 2)]);
  const near = attributesInMode({ ...shown, currentX, currentY }, COLOUR_MODES.white).colorTemperatureMireds ?? 0;
  expect(Math.abs(near - 370)).toBeLessThan(3);
});

test("every colour of the home has attributes within Matter's limits", () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { colorMode, ...shown } = attributesFromColour(colour);
      expect(colorMode).toBe(COLOUR_MODES[colour.mode]);
      for (const value of Object.values(shown)) expect(Number.isInteger(value)).toBe(true);
      for (const hue of [shown.currentHue ?? 0, shown.currentSaturation ?? 0]) expect(hue).toBeLessThanOrEqual(254);
      for (const at of [shown.currentX ?? 0, shown.currentY ?? 0]) expect(at).toBeLessThanOrEqual(0xfeff);
    }),
  );
});

test("a lamp with colours and no whites shows the colour of a white", () => {
  const white = { ...attributesFromColour({ mode: "white", kelvin: 2700 }), currentHue: 0, currentSaturation: 0 };
  const set = { colorTemperatureMireds: 370, currentX: 0, currentY: 0, ...white, colorMode: COLOUR_MODES.white };
  const shown: LightColour = colourFromAttributes(set, { hasWhites: false });
  expect(shown).toMatchObject({ mode: "xy", point: { x: expect.closeTo(0.4599, 2), y: expect.closeTo(0.4106, 2) } });
});

test("whites beyond a lamp's are its coolest and its warmest", () => {
  const given = { currentHue: 0, currentSaturation: 0, currentX: 0, currentY: 0, colorMode: COLOUR_MODES.white };
  const kelvinOf = (colorTemperatureMireds: number) => colourFromAttributes({ ...given, colorTemperatureMireds }, BOTH);
  expect([kelvinOf(1), kelvinOf(0xfeff)]).toEqual([
    { mode: "white", kelvin: 6494 },
    { mode: "white", kelvin: 2000 },
  ]);
});
