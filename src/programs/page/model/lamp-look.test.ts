import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/client/wire-builders.ts";
import { coloursOf, exactWords, paintOf, stateWords, whiteLook } from "./lamp-look.ts";

test("a white is painted as its kelvin look, a colour as it is, segments side by side", () => {
  expect(coloursOf(aLight())).toEqual([whiteLook(2700)]);
  expect(coloursOf(aLight({ color_mode: 1, color_rgb: 0xff8800 }))).toEqual([0xff8800]);
  const bar = aLight({ color_mode: 3, color_len: 2, color_rgb_arr: [0xff0000, 0x0000ff] });
  expect(paintOf(coloursOf(bar))).toBe("linear-gradient(90deg, #ff0000 0% 50%, #0000ff 50% 100%)");
});

test("the warmer a white, the redder it is painted, and never as a colour", () => {
  const blues = [2000, 2700, 4000, 6500].map((kelvin) => whiteLook(kelvin) & 0xff);
  expect(blues).toEqual(blues.toSorted((one, other) => one - other));
  expect(blues[0]).toBeGreaterThan(0x60);
});

test("a gateway that tells no 0xRRGGBB gives colours by their place on the chart", () => {
  const [shown = 0] = coloursOf(aLight({ color_mode: 1, color_x: 41942, color_y: 21626 }));
  expect((shown >> 16) & 0xff).toBe(255);
  expect(shown & 0xff).toBeLessThan(20);
});

test.each([
  [aLight(), "60% · 2700 K"],
  [aLight({ on: 0 }), "off"],
  [aLight({ ability: 1 }), "on"],
  [aLight({ color_mode: 3, color_len: 5, color_rgb_arr: [1, 2, 3, 4, 5] }), "60% · 5 colours"],
  [aLight({ color_mode: 1, color_rgb: 0x0000ff, color_cw: 6500 }), "60% · blue"],
])("a lamp's state in words", (light, words) => {
  expect(stateWords(light).replaceAll("\u00a0", " ")).toBe(words);
});

test("a line breaks before a dot, never between a number and its unit", () => {
  expect(stateWords(aLight())).toBe("60% ·\u00a02700\u00a0K");
});

test("what a lamp has not confirmed is called unconfirmed, be it on or off", () => {
  expect(stateWords(aLight(), { isUnsure: true })).toMatch(/^60% .* ·\u00a0unconfirmed$/u);
  expect(stateWords({ ...aLight(), on: 0 }, { isUnsure: true })).toMatch(/^off ·\u00a0unconfirmed$/u);
});

test.each([
  [aLight(), "60% · 2700K"],
  [aLight({ color_mode: 1, color_rgb: 0x0000ff, color_cw: 6500 }), "60% · #0000ff · xy 0.4593 0.4107"],
  [aLight({ color_mode: 3, color_len: 2, color_rgb_arr: [0xff0000, 0x0000ff] }), "60% · #ff0000 #0000ff"],
  [aLight({ ability: 3 }), "60%"],
  [aLight({ ability: 1 }), "on"],
])("the values of what a lamp shows: no white of a lamp that shows a colour", (light, words) => {
  expect(exactWords(light)).toBe(words);
});
