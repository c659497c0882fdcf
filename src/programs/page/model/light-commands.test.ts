import { expect, test } from "vitest";
import { desiredFields, mergedCommands, mergedGroupCommands } from "./light-commands.ts";

test("of two commands the later one wins, field by field", () => {
  expect(mergedCommands({ on: 1, brightness: 10 }, { brightness: 80 })).toEqual({ on: 1, brightness: 80 });
});

test("a lamp shows one colour: a later white takes an earlier colour's place", () => {
  expect(mergedCommands({ on: 1, color_rgb: 0xff0000 }, { color_cw: 2700 })).toEqual({ on: 1, color_cw: 2700 });
  expect(mergedCommands({ color_cw: 2700 }, { color_rgb_arr: [1, 2] })).toEqual({ color_rgb_arr: [1, 2] });
});

test("a command for the brightness leaves the colour that waits", () => {
  expect(mergedCommands({ color_cw: 2700 }, { brightness: 5 })).toEqual({ color_cw: 2700, brightness: 5 });
});

test("a command is shown as the gateway will tell it", () => {
  expect(desiredFields({ on: true, brightness: 0 })).toEqual({ on: 1, brightness: 1 });
  expect(desiredFields({ color_cw: 2700 })).toMatchObject({ color_mode: 2, color_cw: 2700 });
  expect(desiredFields({ color_rgb: 0xff0000 })).toMatchObject({ color_mode: 1, color_rgb: 0xff0000 });
  expect(desiredFields({ color_rgb_arr: [1, 2] })).toEqual({ color_mode: 3, color_rgb_arr: [1, 2], color_len: 2 });
  expect(desiredFields({ color_x: 20495, color_y: 21561 })).toMatchObject({ color_mode: 1, color_x: 20495 });
});

test("of two commands to a room, one that switches its lamps and one that dims those that are on stay two", () => {
  expect(mergedGroupCommands({ on: 1 }, { brightness: 40 })).toBeUndefined();
  expect(mergedGroupCommands({ brightness: 40 }, { on: 0 })).toBeUndefined();
  expect(mergedGroupCommands({ brightness: 40 }, { brightness: 30 })).toEqual({ brightness: 30 });
  expect(mergedGroupCommands({ on: 0 }, { on: 1 })).toEqual({ on: 1 });
  expect(mergedGroupCommands({ brightness: 40 }, { color_cw: 2700 })).toEqual({ brightness: 40, color_cw: 2700 });
  expect(mergedGroupCommands({ brightness: 40 }, { on: 1, brightness: 30 })).toEqual({ on: 1, brightness: 30 });
});
