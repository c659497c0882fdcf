import { describe, expect, test } from "vitest";
import {
  aLightExpose,
  BRIGHTNESS,
  colourLamp,
  dimmableLamp,
  hueLamp,
  lampOf,
  onOffLamp,
  STATE,
  WHITE,
  whiteLamp,
  XY,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import type { Lamp } from "./capabilities.ts";
import { parseLightState } from "./light-state.ts";

/** What a lamp that was on says. */
const parsed = (lamp: Lamp, values: Readonly<Record<string, unknown>>) => parseLightState(lamp, values, true);
const stateOf = (lamp: Lamp, values: Readonly<Record<string, unknown>>) => parsed(lamp, values).state;

describe("whether a lamp is on", () => {
  test.each(["ON", "on", true, "true", 1, "1"])("%j is on", (reported) => {
    expect(stateOf(onOffLamp(), { state: reported })).toEqual({ on: true });
  });

  test.each(["OFF", "Off", false, "false", 0, "0"])("%j is off", (reported) => {
    expect(stateOf(onOffLamp(), { state: reported })).toEqual({ on: false });
  });

  test("is first looked for in the lamp's own values", () => {
    const upsideDown = lampOf(aLightExpose({ ...STATE, value_on: 0, value_off: 1 }));
    expect(stateOf(upsideDown, { state: "0" })).toEqual({ on: true });
    expect(stateOf(upsideDown, { state: 1 })).toEqual({ on: false });
  });

  test.each([["LOCK"], [2], [{}], [["ON"]]])("is not reported by %j", (reported) => {
    const { state, problems } = parsed(onOffLamp(), { state: reported });
    expect(state).toEqual({});
    expect(problems).toEqual([expect.stringMatching(/^invalid value for "state": /)]);
  });

  test.each([[null], [""], [undefined]])("is not reported by %j, and that is no problem", (reported) => {
    expect(parsed(onOffLamp(), { state: reported })).toEqual({ state: {}, problems: [] });
  });
});

describe("a brightness", () => {
  test.each([
    [254, 100],
    [127, 50],
    [3, 1],
    [1, 1],
    [0, 1],
    [255, 100],
    ["120", 47],
    [-4, 1],
  ])("of %j is %i %%", (reported, percent) => {
    expect(stateOf(dimmableLamp(), { brightness: reported })).toEqual({ brightnessPercent: percent });
  });

  test("is read in the range of the lamp", () => {
    const odd = lampOf(aLightExpose(STATE, { ...BRIGHTNESS, value_min: 100, value_max: 1100 }));
    expect(stateOf(odd, { brightness: 600 })).toEqual({ brightnessPercent: 50 });
    const fixed = lampOf(aLightExpose(STATE, { ...BRIGHTNESS, value_min: 254 }));
    expect(stateOf(fixed, { brightness: 254 })).toEqual({ brightnessPercent: 100 });
  });

  test("of a lamp that is off, or was and says nothing else, does not count; nor does its colour", () => {
    const words = { brightness: 200, color_temp: 300, color_mode: "color_temp" };
    expect(parseLightState(colourLamp(), { state: "OFF", ...words }, true).state).toEqual({ on: false });
    expect(parseLightState(colourLamp(), words, false).state).toEqual({});
    expect(parseLightState(colourLamp(), { state: "ON", ...words }, false).state).toEqual({
      on: true,
      brightnessPercent: 79,
      colour: { mode: "white", kelvin: 3333 },
    });
  });

  test.each([["bright"], [{}], [[1]], [Number.NaN], [true]])("is not %j", (reported) => {
    const { state, problems } = parsed(dimmableLamp(), { brightness: reported });
    expect(state).toEqual({});
    expect(problems).toHaveLength(1);
  });
});

describe("a white", () => {
  test.each([
    [250, 4000],
    [370, 2703],
    [153, 6500],
    [100, 6500],
    [900, 2000],
    ["400", 2500],
  ])("of %j mired is %i K", (reported, kelvin) => {
    expect(stateOf(whiteLamp(), { color_temp: reported })).toEqual({ colour: { mode: "white", kelvin } });
  });

  test("is kept within what the lamp can show", () => {
    const narrow = lampOf(aLightExpose(STATE, { ...WHITE, value_min: 250, value_max: 454 }));
    expect(stateOf(narrow, { color_temp: 500 })).toEqual({ colour: { mode: "white", kelvin: 2203 } });
  });

  test("of nothing makes no sense", () => {
    expect(parsed(whiteLamp(), { color_temp: 0 })).toEqual({
      state: {},
      problems: ['invalid value for "color_temp": 0'],
    });
  });
});

describe("a colour", () => {
  const both = { color: { x: 0.5, y: 0.4, hue: 30, saturation: 90 }, color_temp: 454 };
  const white = { mode: "white", kelvin: 2203 };
  const xy = { mode: "xy", point: { x: 0.5, y: 0.4 } };
  const hue = { mode: "hueSaturation", hueDegrees: 30, saturationPercent: 90 };

  test.each([
    ["color_temp", white],
    ["xy", xy],
    ["hs", hue],
  ])("goes by the mode %s where the lamp can all", (mode, colour) => {
    expect(stateOf(colourLamp(), { ...both, color_mode: mode })).toEqual({ colour });
  });

  test("goes by what the lamp can where its mode names something else", () => {
    const xyOnly = lampOf(aLightExpose(STATE, XY));
    expect(stateOf(whiteLamp(), { ...both, color_mode: "xy" })).toEqual({ colour: white });
    expect(stateOf(hueLamp(), { ...both, color_mode: "color_temp" })).toEqual({ colour: hue });
    expect(stateOf(xyOnly, { ...both, color_mode: "hs" })).toEqual({ colour: xy });
    expect(stateOf(onOffLamp(), { ...both, color_mode: "hs" })).toEqual({});
  });

  test("is not reported by a mode alone", () => {
    expect(parsed(colourLamp(), { state: "ON", color_mode: "xy" })).toEqual({ state: { on: true }, problems: [] });
    expect(parsed(colourLamp(), { color_mode: "color_temp", color: both.color })).toEqual({ state: {}, problems: [] });
  });

  test("without a mode is what is reported, and of two that come to the same the white", () => {
    expect(stateOf(colourLamp(), { color: both.color })).toEqual({ colour: xy });
    expect(stateOf(colourLamp(), { color_temp: 454 })).toEqual({ colour: white });
    expect(stateOf(colourLamp(), { color_temp: 454, color: { x: 0.506, y: 0.415 } })).toEqual({ colour: white });
    expect(stateOf(colourLamp(), { color_temp: 454, color: { x: 0.2, y: 0.1 } })).toEqual({
      colour: { mode: "xy", point: { x: 0.2, y: 0.1 } },
    });
  });

  test("has short names too, and comes in parts or as red, green and blue where each attribute has its topic", () => {
    expect(stateOf(hueLamp(), { color: { h: 30, s: 90 } })).toEqual({ colour: hue });
    expect(stateOf(hueLamp(), { color: { hue: 360, saturation: "90" } }).colour).toMatchObject({ hueDegrees: 0 });
    expect(stateOf(colourLamp(), { "color-x": "0.5", "color-y": "0.4" })).toEqual({ colour: xy });
    expect(stateOf(hueLamp(), { color: "255,0,0" }).colour).toEqual({
      mode: "xy",
      point: { x: expect.closeTo(0.64, 4), y: expect.closeTo(0.33, 4) },
    });
  });

  test.each([[{ x: 0.5 }], [{ x: 0.5, y: null }], [{ hue: 20 }], [{}], [null]])(
    "is not reported by %j, and that is no problem",
    (color) => {
      expect(parsed(colourLamp(), { color, color_mode: "xy" })).toEqual({ state: {}, problems: [] });
    },
  );

  test.each([
    [{ x: 1.5, y: 0.3 }],
    [{ x: 0.3, y: 0 }],
    [{ x: "red", y: 0.3 }],
    [{ hue: 361, saturation: 5 }],
    [{ hue: 20, saturation: -1 }],
    ["red"],
    [[0.3, 0.3]],
    [7],
  ])("is not %j", (color) => {
    const { state, problems } = parsed(colourLamp(), { color, color_mode: "xy" });
    expect(state).toEqual({});
    expect(problems).toEqual([expect.stringMatching(/^invalid value for "color": /)]);
  });
});

describe("what a lamp does when its power returns", () => {
  test.each([
    ["on", { mode: "on", on: "default", brightness: "default", colour: "default" }],
    ["off", { mode: "off", on: "default", brightness: "default", colour: "default" }],
    ["previous", { mode: "memory", on: "memory", brightness: "memory", colour: "memory" }],
  ])("is reported also while it is off: %s", (reported, powerOn) => {
    expect(parseLightState(colourLamp(), { power_on_behavior: reported }, false).state).toEqual({ powerOn });
  });

  test("is not parsed where the contract has no value for it", () => {
    expect(parsed(colourLamp(), { power_on_behavior: "toggle" })).toEqual({ state: {}, problems: [] });
    expect(parsed(colourLamp(), { power_on_behavior: 3 }).problems).toHaveLength(1);
  });
});
