import fc from "fast-check";
import { expect, test } from "vitest";
import { colourAtDisc, discPlaceOf, hueName, hueSaturationOf, isSameColour, rgbOfHue } from "./hue.ts";

const bright = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 2))
  .map(([one, other, at]) => [one, other].toSpliced(at, 0, 255).reduce((rgb, channel) => rgb * 256 + channel, 0));

test("a bright colour comes back from its hue and saturation", () => {
  fc.assert(
    fc.property(bright, (rgb) => {
      expect(isSameColour(rgbOfHue(hueSaturationOf(rgb)), rgb)).toBe(true);
    }),
  );
});

test("a colour comes back from its place on the disc", () => {
  const hue = fc.double({ min: 0, max: 359.9, noNaN: true });
  const saturation = fc.double({ min: 1, max: 100, noNaN: true });
  fc.assert(
    fc.property(hue, saturation, (hueDegrees, saturationPercent) => {
      const { x, y } = discPlaceOf({ hueDegrees, saturationPercent });
      const back = colourAtDisc(x, y);
      expect(back.saturationPercent).toBeCloseTo(saturationPercent, 6);
      expect(Math.cos(((back.hueDegrees - hueDegrees) * Math.PI) / 180)).toBeCloseTo(1, 6);
    }),
  );
});

test("beyond the edge of the disc colours are pure, in its middle they are white", () => {
  expect(colourAtDisc(3, 0)).toEqual({ hueDegrees: 90, saturationPercent: 100 });
  expect(rgbOfHue(colourAtDisc(0, 0))).toBe(0xffffff);
  expect(hueSaturationOf(0x000000)).toEqual({ hueDegrees: 0, saturationPercent: 0 });
});

test.each([
  [0xff2000, "red"],
  [0xff0030, "red"],
  [0xff8800, "orange"],
  [0xffd400, "yellow"],
  [0x2bff3c, "green"],
  [0x00ffd0, "turquoise"],
  [0x1a4dff, "blue"],
  [0x9b30ff, "violet"],
  [0x800080, "purple"],
  [0xff00ff, "purple"],
  [0xff3da5, "pink"],
  [0xffc0cb, "pink"],
  [0xfff5f0, "white"],
])("0x%x is called as people call it", (rgb, name) => {
  expect(hueName(rgb)).toBe(name);
});
