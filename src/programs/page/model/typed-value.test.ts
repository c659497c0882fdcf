import { expect, test } from "vitest";
import { aLight } from "../../../../test/support/client/wire-builders.ts";
import { commandFromText, typeable } from "./typed-value.ts";

const SEGMENTED = aLight({ ability: 31 });
const DIMMABLE = aLight({ name: "Porch", ability: 3 });

test.each([
  ["#ff8800", { on: 1, color_rgb: 0xff8800 }],
  ["#F80", { on: 1, color_rgb: 0xff8800 }],
  [" 2700 K ", { on: 1, color_cw: 2700 }],
  ["2700", { on: 1, color_cw: 2700 }],
  ["warm white", { on: 1, color_cw: 2700 }],
  ["40", { on: 1, brightness: 40 }],
  ["40 %, 2700 K", { on: 1, brightness: 40, color_cw: 2700 }],
  ["Orange", { on: 1, color_rgb: 0xffa500 }],
  ['"#ff8800"', { on: 1, color_rgb: 0xff8800 }],
  ["40% 'warm white'", { on: 1, brightness: 40, color_cw: 2700 }],
  ["off", { on: 0 }],
  ["toggle", { on: 0 }],
  ["0.5, 0.25", { on: 1, color_x: 32768, color_y: 16384 }],
  ["xy 1 .5", { on: 1, color_x: 65535, color_y: 32768 }],
])("%j is a command", (text, command) => {
  expect(commandFromText(text, aLight())).toEqual({ command });
});

test("several colours are for the segments of a lamp that has some", () => {
  expect(commandFromText("red blue", SEGMENTED)).toEqual({ command: { on: 1, color_rgb_arr: [0xff0000, 0x0000ff] } });
  expect(commandFromText("red blue", aLight())).toEqual({
    problems: [expect.stringContaining("one colour at a time")],
  });
});

test.each([
  ["9000K", '"9000K": expected a colour temperature from 2000K to 6500K.'],
  ["101%", '"101%": expected a brightness from 1% to 100%.'],
  ["0%", '"0%": expected a brightness from 1% to 100%, or "off".'],
  ["oragne", 'Unknown word "oragne" for "Reading lamp"; did you mean "orange"?'],
  ["  ", "No value was entered."],
  ['""', "No value was entered."],
  ["<b>", 'Unknown word "<b>" for "Reading lamp".'],
])("%j is refused, with what would be right", (text, problem) => {
  expect(commandFromText(text, aLight())).toEqual({ problems: [problem] });
});

test("what a lamp cannot show is refused, and what it can is named with its ranges", () => {
  expect(commandFromText("2700K", DIMMABLE)).toEqual({
    problems: ['"2700K": "Porch" does not support colour temperatures.'],
  });
  expect(commandFromText("0.5 0.25", DIMMABLE)).toHaveProperty("problems");
  expect(typeable(DIMMABLE)).toMatch(/1% to 100%\.$/);
  expect(typeable(aLight())).toContain("2000K to 6500K");
  expect(typeable(aLight())).toContain("a colour such as red or #ff8800;");
});
