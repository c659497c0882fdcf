import { converter } from "culori";
import fc from "fast-check";
import { expect, test } from "vitest";
import { kelvinFromXy, rgbFromHueSaturation, rgbFromXy, type Xy, xyFromKelvin, xyFromRgb } from "./colour.ts";

const toRgb = converter("rgb");
const toLinear = converter("lrgb");
const toXyz = converter("xyz65");

const byte = fc.integer({ min: 0, max: 255 });
const anyRgb = fc.integer({ min: 0, max: 0xffffff });
/** A colour whose largest channel is 255: the brightest at its place on the chart. */
const brightRgb = fc
  .tuple(byte, byte, fc.constantFrom(0, 1, 2))
  .map(([one, other, at]) => rgbOf([one, other].toSpliced(at, 0, 255)));

const rgbOf = (channels: readonly number[]): number => channels.reduce((rgb, channel) => rgb * 0x100 + channel, 0);
const channelsOf = (rgb: number): readonly number[] => [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff];
const distance = (one: Xy, other: Xy): number => Math.hypot(one.x - other.x, one.y - other.y);

/** The largest difference between two colours in one channel, in steps of 1/255. */
const stepsBetween = (one: number, other: number): number => {
  const others = channelsOf(other);
  return Math.max(...channelsOf(one).map((channel, index) => Math.abs(channel - (others[index] ?? Number.NaN))));
};

const culoriPoint = (rgb: number): Xy => {
  const [r = 0, g = 0, b = 0] = channelsOf(rgb).map((channel) => channel / 255);
  const { x, y, z } = toXyz({ mode: "rgb", r, g, b });
  return { x: x / (x + y + z), y: y / (x + y + z) };
};

const culoriRgb = ({ x, y }: Xy): number => {
  const { r, g, b } = toLinear({ mode: "xyz65", x: x / y, y: 1, z: (1 - x - y) / y });
  const brightest = Math.max(r, g, b);
  const shown = toRgb({ mode: "lrgb", r: r / brightest, g: g / brightest, b: b / brightest });
  return rgbOf([shown.r, shown.g, shown.b].map((channel) => Math.round(255 * Math.min(1, Math.max(0, channel)))));
};

test("a colour is where culori sees it on the chart", () => {
  fc.assert(
    fc.property(
      anyRgb.filter((rgb) => rgb !== 0),
      (rgb) => {
        expect(distance(xyFromRgb(rgb), culoriPoint(rgb))).toBeLessThan(1e-6);
      },
    ),
  );
});

test("black, which has no place on the chart, counts as white", () => {
  expect(xyFromRgb(0)).toEqual({ x: 0.3127, y: 0.329 });
});

test("white is at the white point of D65", () => {
  expect(distance(xyFromRgb(0xffffff), { x: 0.3127, y: 0.329 })).toBeLessThan(0.0002);
});

test("a point inside the gamut gives the colour that culori gives, within 1/255 per channel", () => {
  fc.assert(
    fc.property(brightRgb, (rgb) => {
      const point = xyFromRgb(rgb);
      expect(stepsBetween(rgbFromXy(point), culoriRgb(point))).toBeLessThanOrEqual(1);
    }),
  );
});

test("a colour whose largest channel is 255 comes back from the chart within 1/255 per channel", () => {
  fc.assert(
    fc.property(brightRgb, (rgb) => {
      expect(stepsBetween(rgbFromXy(xyFromRgb(rgb)), rgb)).toBeLessThanOrEqual(1);
    }),
  );
});

test("any point at all gives a whole 0xRRGGBB at full brightness", () => {
  const coordinate = fc.oneof(
    fc.double({ min: -2, max: 3, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const rgb = rgbFromXy({ x, y });
      expect(rgb).toSatisfy(Number.isInteger);
      expect(rgb).toBeGreaterThanOrEqual(0);
      expect(rgb).toBeLessThanOrEqual(0xffffff);
      expect(Math.max(...channelsOf(rgb))).toBe(255);
    }),
  );
});

test("a point outside the gamut gives the nearest colour inside", () => {
  const coordinate = fc.double({ min: -0.5, max: 1.5, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, brightRgb, (x, y, other) => {
      const found = xyFromRgb(rgbFromXy({ x, y }));
      expect(distance(found, { x, y })).toBeLessThanOrEqual(distance(xyFromRgb(other), { x, y }) + 0.005);
    }),
  );
});

test.each([
  { corner: "red", x: 0.9, y: 0.3, rgb: 0xff0000 },
  { corner: "green", x: 0.2, y: 0.9, rgb: 0x00ff00 },
  { corner: "blue", x: 0, y: 0, rgb: 0x0000ff },
])("beyond the $corner corner of the gamut everything is $corner", ({ x, y, rgb }) => {
  expect(stepsBetween(rgbFromXy({ x, y }), rgb)).toBeLessThanOrEqual(1);
});

test("a hue and a saturation give the colour that culori gives, within 1/255 per channel", () => {
  const hue = fc.double({ min: 0, max: 360, noNaN: true });
  const saturation = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(hue, saturation, (hueDegrees, saturationPercent) => {
      const { r, g, b } = toRgb({ mode: "hsv", h: hueDegrees, s: saturationPercent / 100, v: 1 });
      const expected = rgbOf([r, g, b].map((channel) => Math.round(channel * 255)));
      expect(stepsBetween(rgbFromHueSaturation(hueDegrees, saturationPercent), expected)).toBeLessThanOrEqual(1);
    }),
  );
});

test.each([
  { kelvin: 2000, x: 0.5267, y: 0.4133 },
  { kelvin: 2700, x: 0.4599, y: 0.4106 },
  { kelvin: 4000, x: 0.3805, y: 0.3768 },
  { kelvin: 6500, x: 0.3135, y: 0.3237 },
])("a black body of $kelvin K is at its published point", ({ kelvin, x, y }) => {
  const point = xyFromKelvin(kelvin);
  expect(Math.abs(point.x - x)).toBeLessThanOrEqual(0.002);
  expect(Math.abs(point.y - y)).toBeLessThanOrEqual(0.002);
});

test("a temperature comes back from the chart within 1%", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2000, max: 6500 }), (kelvin) => {
      expect(Math.abs(kelvinFromXy(xyFromKelvin(kelvin)) - kelvin)).toBeLessThanOrEqual(kelvin / 100);
    }),
  );
});

test("any point at all has a whole temperature from 2000 K to 6500 K", () => {
  const coordinate = fc.double({ min: -2, max: 3 });
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const kelvin = kelvinFromXy({ x, y });
      expect(kelvin).toSatisfy(Number.isInteger);
      expect(kelvin).toBeGreaterThanOrEqual(2000);
      expect(kelvin).toBeLessThanOrEqual(6500);
    }),
  );
});

test("a temperature beyond what black bodies are known to look like looks as the last that is known", () => {
  for (const kelvin of [1666, 1, 0, -1e-38, -1e300]) expect(xyFromKelvin(kelvin)).toEqual(xyFromKelvin(1667));
  for (const kelvin of [25_001, 1e300]) expect(xyFromKelvin(kelvin)).toEqual(xyFromKelvin(25_000));
});
