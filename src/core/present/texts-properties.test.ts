import fc from "fast-check";
import { Errors } from "typebox/value";
import { expect, test } from "vitest";
import { times } from "../../../test/support/depth.ts";
import { anyNumber as number, anyPoint as point, anyText as text } from "../../../test/support/home/arbitraries.ts";
import { aLight } from "../../../test/support/home/builders.ts";
import { WireLight } from "../contract/light.ts";
import type { Ability, PowerOn } from "../home/model/light.ts";
import type { LightColour } from "../home/model/light-colour.ts";
import { lightText } from "./texts.ts";

const colour = fc.oneof(
  number.map((kelvin): LightColour => ({ mode: "white", kelvin })),
  point.map((at): LightColour => ({ mode: "xy", point: at })),
  fc.tuple(number, number).map(([hueDegrees, saturationPercent]): LightColour => {
    return { mode: "hueSaturation", hueDegrees, saturationPercent };
  }),
  fc
    .tuple(point, fc.array(point))
    .map(([first, more]): LightColour => ({ mode: "segments", points: [first, ...more] })),
);

const part = fc.constantFrom("default" as const, "memory" as const);
const powerOn: fc.Arbitrary<PowerOn> = fc.record({
  mode: fc.constantFrom("default" as const, "memory", "custom", "on", "off"),
  on: fc.oneof(part, fc.record({ custom: fc.boolean() })),
  brightness: fc.oneof(part, fc.record({ customPercent: number })),
  colour: fc.oneof(part, fc.record({ customPoint: point }), fc.record({ customKelvin: number })),
});

const abilities = fc.subarray<Ability>([
  ...(["onOff", "brightness", "colourTemperature", "colour"] as const),
  ...(["segments", "settingLength", "dynamicEffects", "currentSetting"] as const),
]);
const lightFields = { name: text, on: fc.boolean(), brightnessPercent: number, colour, powerOn, abilities };
const light = fc.record({ ...lightFields, drivenBySyncBox: fc.boolean() }).map(aLight);

/** What keeps a light from being on the wire as the contract says; nothing when it is. */
const faultsOf = (json: string) =>
  Errors(WireLight, JSON.parse(json)).map(({ instancePath, message }) => `${instancePath} ${message}`);

test("spec §2.3: any light at all is on the wire as the contract says, with its name unharmed", () => {
  fc.assert(
    fc.property(light, (some) => {
      expect(faultsOf(lightText(some))).toEqual([]);
      expect(JSON.parse(lightText(some)).name).toBe(some.name);
    }),
    { numRuns: times(2000) },
  );
});

test.each([
  { brightnessPercent: 0, brightness: 1 },
  { brightnessPercent: -5, brightness: 1 },
  { brightnessPercent: 100.4, brightness: 100 },
  { brightnessPercent: 4000, brightness: 100 },
  { brightnessPercent: Number.NaN, brightness: 1 },
])("a brightness of $brightnessPercent % is $brightness on the wire", ({ brightnessPercent, brightness }) => {
  expect(JSON.parse(lightText(aLight({ brightnessPercent })))).toMatchObject({ brightness });
});

test.each([
  { kelvin: 0, color_cw: 2000 },
  { kelvin: 1999, color_cw: 2000 },
  { kelvin: 100_000, color_cw: 6500 },
  { kelvin: Infinity, color_cw: 6500 },
  { kelvin: Number.NaN, color_cw: 2000 },
])("a temperature of $kelvin K is $color_cw on the wire, and the point goes with it", ({ kelvin, color_cw }) => {
  const asIs = JSON.parse(lightText(aLight({ colour: { mode: "white", kelvin } })));
  const clamped = JSON.parse(lightText(aLight({ colour: { mode: "white", kelvin: color_cw } })));
  expect(asIs).toMatchObject({ color_cw, color_mode: 2 });
  expect(asIs).toEqual(clamped);
});

test.each([
  { kelvin: 0, color_cw: 2000 },
  { kelvin: 100_000, color_cw: 6500 },
])(
  "a power-on temperature of $kelvin K is $color_cw on the wire, and the point goes with it",
  ({ kelvin, color_cw }) => {
    const powerOnAt = (customKelvin: number) =>
      JSON.parse(lightText(aLight({ powerOn: { ...aLight().powerOn, colour: { customKelvin } } }))).power_on;
    expect(powerOnAt(kelvin)).toMatchObject({ color_cw, color_mode: 3 });
    expect(powerOnAt(kelvin)).toEqual(powerOnAt(color_cw));
  },
);

test.each([
  { x: -0.1, y: 1.2, color_x: 0, color_y: 65535 },
  { x: Number.NaN, y: 0.5, color_x: 0, color_y: 32768 },
  { x: 0.609, y: 0, color_x: 39911, color_y: 0 },
])("G5: the point $x, $y is $color_x, $color_y on the wire", ({ x, y, color_x, color_y }) => {
  expect(JSON.parse(lightText(aLight({ colour: { mode: "xy", point: { x, y } } })))).toMatchObject({
    color_x,
    color_y,
  });
  const segmented = JSON.parse(lightText(aLight({ colour: { mode: "segments", points: [{ x, y }] } })));
  expect(segmented).toMatchObject({ color_mode: 3, color_len: 1, color_arr: [{ x: color_x, y: color_y }] });
});
