import { describe, expect, test } from "vitest";
import {
  aLightExpose,
  BRIGHTNESS,
  colourLamp,
  dimmableLamp,
  gradientLamp,
  hueLamp,
  lampOf,
  onOffLamp,
  POWER_ON,
  STATE,
  WHITE,
  whiteLamp,
  XY,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import type { LightState, PowerOn } from "../../../../core/home/model/light.ts";
import type { Lamp } from "./capabilities.ts";
import { attainable, commandPayload } from "./command-payload.ts";

/** What is published for a lamp that is on, or off. */
const forOn = (lamp: Lamp, command: Partial<LightState>) => commandPayload(lamp, command, { on: true });
const forOff = (lamp: Lamp, command: Partial<LightState>) => commandPayload(lamp, command, { on: false });

const RED = { mode: "xy", point: { x: 0.64, y: 0.33 } } as const;
const GREEN = { x: 0.3, y: 0.6 };
const white = (kelvin: number) => ({ mode: "white", kelvin }) as const;

describe("a command", () => {
  test("is sent in the lamp's own values and ranges", () => {
    const odd = lampOf(
      aLightExpose(
        { ...STATE, property: "power", value_on: true, value_off: false },
        { ...BRIGHTNESS, value_max: 1000 },
      ),
    );
    expect(forOff(odd, { on: true, brightnessPercent: 50 })).toEqual({ power: true, brightness: 500 });
    expect(forOn(odd, { on: false })).toEqual({ power: false });
  });

  test("for 1% turns no lamp off, however few steps it has", () => {
    expect(forOn(dimmableLamp(), { brightnessPercent: 1 })).toEqual({ brightness: 3 });
    expect(forOn(lampOf(aLightExpose(STATE, { ...BRIGHTNESS, value_max: 10 })), { brightnessPercent: 1 })).toEqual({
      brightness: 1,
    });
  });

  test("takes its time where there is something to fade, in seconds", () => {
    const within = (on: boolean, command: Partial<LightState>) =>
      commandPayload(dimmableLamp(), command, { on, fadeMillis: 2_500 });
    expect(within(true, { brightnessPercent: 50 })).toEqual({ brightness: 127, transition: 2.5 });
    expect(within(false, { on: true, brightnessPercent: 50 })).toMatchObject({ state: "ON", transition: 2.5 });
    expect(within(false, { on: false })).toEqual({ state: "OFF", transition: 2.5 });
    expect(within(false, { brightnessPercent: 50 })).toEqual({ brightness: 127, state: null });
    expect(within(true, {})).toBeUndefined();
  });

  test("for what a lamp cannot do is not sent", () => {
    expect(forOn(onOffLamp(), { brightnessPercent: 50, colour: white(3000) })).toBeUndefined();
    expect(forOn(whiteLamp(), { colour: RED })).toBeUndefined();
    expect(forOn(dimmableLamp(), { colour: RED, brightnessPercent: 100 })).toEqual({ brightness: 254 });
    expect(forOn(dimmableLamp(), {})).toBeUndefined();
  });

  test("for a lamp that is off and stays so turns it on by nothing", () => {
    expect(forOff(colourLamp(), { brightnessPercent: 50, colour: RED })).toEqual({ brightness: 127, state: null });
    expect(Object.keys(forOff(colourLamp(), { brightnessPercent: 50 }) ?? {})).toEqual(["brightness", "state"]);
    expect(forOff(colourLamp(), { colour: RED })).toBeUndefined();
    expect(forOff(colourLamp(), { colour: white(3000) })).toBeUndefined();
  });

  test("that turns a lamp on contains all values at once, one that turns it off no more than that", () => {
    expect(forOff(colourLamp(), { on: true, brightnessPercent: 100, colour: RED })).toEqual({
      state: "ON",
      brightness: 254,
      color: { x: 0.64, y: 0.33 },
    });
    expect(forOn(colourLamp(), { on: false, brightnessPercent: 100, colour: RED })).toEqual({ state: "OFF" });
  });

  test("for several lights of a device names the one that is meant", () => {
    const [state, brightness] = [
      { ...STATE, property: "state_l2" },
      { ...BRIGHTNESS, property: "brightness_l2" },
    ];
    const second = lampOf({ ...aLightExpose(state, brightness), endpoint: "l2" });
    expect(forOff(second, { brightnessPercent: 100 })).toEqual({ brightness_l2: 254, state_l2: null });
  });
});

describe("a colour", () => {
  test("is a white within the lamp's range, and never sent beside another colour", () => {
    expect(forOn(colourLamp(), { colour: white(4000) })).toEqual({ color_temp: 250 });
    expect(forOn(colourLamp(), { colour: white(6500) })).toEqual({ color_temp: 154 });
    const warm = lampOf(aLightExpose(STATE, { ...WHITE, value_min: 454, value_max: 500 }));
    expect(forOn(warm, { colour: white(6500) })).toEqual({ color_temp: 454 });
    expect(attainable(warm, { colour: white(6500) })).toEqual({ colour: white(2203) });
  });

  test("is a white's place on the chart for a lamp that knows but colours", () => {
    const rgb = lampOf(aLightExpose(STATE, XY));
    expect(forOn(rgb, { colour: white(2700) })).toEqual({ color: { x: 0.4593, y: 0.4107 } });
    expect(attainable(rgb, { colour: white(2700) })).toEqual({
      colour: { mode: "xy", point: { x: 0.4593, y: 0.4107 } },
    });
    expect(forOn(hueLamp(), { colour: white(6500) })).toEqual({ color: { hue: expect.any(Number), saturation: 2 } });
  });

  test("is a hue for a lamp that knows but hues, and a place for every other", () => {
    const purple = { mode: "hueSaturation", hueDegrees: 280.4, saturationPercent: 60 } as const;
    expect(forOn(hueLamp(), { colour: purple })).toEqual({ color: { hue: 280, saturation: 60 } });
    expect(forOn(colourLamp(), { colour: purple })).toEqual({ color: { x: 0.2734, y: 0.1693 } });
    expect(forOn(hueLamp(), { colour: { mode: "xy", point: GREEN } })).toEqual({
      color: { hue: 120, saturation: 100 },
    });
  });

  test("is sent without zeros where it is a hue", () => {
    expect(forOn(hueLamp(), { colour: RED })).toEqual({ color: { hue: 360, saturation: 100 } });
    expect(attainable(hueLamp(), { colour: RED }).colour).toMatchObject({ hueDegrees: 0, saturationPercent: 100 });
    const none = { mode: "hueSaturation", hueDegrees: 50, saturationPercent: 0 } as const;
    expect(forOn(hueLamp(), { colour: none })).toEqual({ color: { hue: 50, saturation: 1 } });
  });

  test("outside of the chart is brought to its edge", () => {
    const outside = { mode: "xy", point: { x: 1.2, y: -0.1 } } as const;
    expect(forOn(colourLamp(), { colour: outside })).toEqual({ color: { x: 1, y: 0.0001 } });
  });

  test("in segments is a list of as many as the lamp takes, or its first where the lamp has no segments", () => {
    const points = [RED.point, GREEN, ...Array.from({ length: 10 }, () => GREEN)] as const;
    const colour = { mode: "segments", points } as const;
    const payload = forOn(gradientLamp(), { colour });
    expect(payload).toEqual({ gradient: ["#ff0000", ...Array.from({ length: 8 }, () => "#00ff00")] });
    expect(forOn(colourLamp(), { colour })).toEqual({ color: { x: 0.64, y: 0.33 } });
    expect(attainable(gradientLamp(), { colour }).colour).toMatchObject({ mode: "segments" });
  });
});

describe("what a lamp does when its power returns", () => {
  const part = { on: "default", brightness: "default", colour: "default" } as const;
  const powerOn = (mode: PowerOn["mode"]): PowerOn => ({ mode, ...part });

  test.each([
    ["on", "on"],
    ["off", "off"],
    ["memory", "previous"],
  ] as const)("can be told: %s", (mode, word) => {
    expect(forOff(colourLamp(), { powerOn: powerOn(mode) })).toEqual({ power_on_behavior: word });
  });

  test("is not sent where the lamp has no value for it", () => {
    expect(forOn(colourLamp(), { powerOn: powerOn("custom") })).toBeUndefined();
    expect(forOn(colourLamp(), { powerOn: powerOn("default") })).toBeUndefined();
    expect(forOn(dimmableLamp(), { powerOn: powerOn("on") })).toBeUndefined();
    const forgetful = lampOf(aLightExpose(STATE), { ...POWER_ON, values: ["off", "on"] });
    expect(forOn(forgetful, { powerOn: powerOn("memory") })).toBeUndefined();
  });
});

test("the attainable part of a command is what the lamp reports when it obeys", () => {
  expect(attainable(colourLamp(), { on: true, brightnessPercent: 33, colour: white(2750) })).toEqual({
    on: true,
    brightnessPercent: 33,
    colour: white(2747),
  });
  const coarse = lampOf(aLightExpose(STATE, { ...BRIGHTNESS, value_max: 10 }));
  expect(attainable(coarse, { brightnessPercent: 33 })).toEqual({ brightnessPercent: 30 });
  expect(attainable(colourLamp(), { on: false, brightnessPercent: 33 })).toEqual({ on: false });
  expect(attainable(onOffLamp(), { brightnessPercent: 33 })).toEqual({});
});
