import { expect, test } from "vitest";
import { commandFromText } from "./typed-value.ts";

test.each([
  ["#ff8800", { on: 1, color_rgb: 0xff8800 }],
  ["F80", { on: 1, color_rgb: 0xff8800 }],
  [" 2700 K ", { on: 1, color_cw: 2700 }],
  ["40%", { on: 1, brightness: 40 }],
  ["0.5, 0.25", { on: 1, color_x: 32768, color_y: 16384 }],
  ["xy 1 .5", { on: 1, color_x: 65535, color_y: 32768 }],
])("%j is a command", (text, command) => {
  expect(commandFromText(text)).toEqual(command);
});

test.each(["", "red", "0%", "101%", "2700", "123456", "#12345", "0.5", "2 0.5", "-1 0.5", "<b>"])(
  "%j is none",
  (text) => {
    expect(commandFromText(text)).toBeUndefined();
  },
);
