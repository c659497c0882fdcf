import { expect, test } from "vitest";
import { parseState } from "./parse-state.ts";

const told = (rest: string, payload: string) => parseState(rest, Buffer.from(payload));

test("what stands on the topic of a device is its state", () => {
  expect(told("", '{"state":"ON"}')).toEqual({ state: "ON" });
  for (const payload of ["", "ON", "[]", "null", "{"]) expect(told("", payload)).toBe("unreadable");
});

test("what stands below it is one attribute", () => {
  expect(told("brightness", "120")).toEqual({ brightness: 120 });
  expect(told("state", "ON")).toEqual({ state: "ON" });
  expect(told("color-x", "0.5")).toEqual({ "color-x": 0.5 });
  expect(told("settings", "1")).toEqual({ settings: 1 });
});

test("commands are no reports", () => {
  for (const rest of ["set", "get", "set/state", "l1/set", "l1/get", "l1/set/state"]) {
    expect(told(rest, '{"state":"ON"}')).toBe("command");
  }
});
