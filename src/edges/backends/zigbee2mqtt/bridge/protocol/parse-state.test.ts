import { expect, test } from "vitest";
import { parseState } from "./parse-state.ts";

const parsed = (rest: string, payload: string) => parseState(rest, Buffer.from(payload));

test("what stands on the topic of a device is its state", () => {
  expect(parsed("", '{"state":"ON"}')).toEqual({ state: "ON" });
  for (const payload of ["", "ON", "[]", "null", "{"]) expect(parsed("", payload)).toBe("unreadable");
});

test("what stands below it is one attribute", () => {
  expect(parsed("brightness", "120")).toEqual({ brightness: 120 });
  expect(parsed("state", "ON")).toEqual({ state: "ON" });
  expect(parsed("color-x", "0.5")).toEqual({ "color-x": 0.5 });
  expect(parsed("settings", "1")).toEqual({ settings: 1 });
});

test("commands are no reports", () => {
  for (const rest of ["set", "get", "set/state", "l1/set", "l1/get", "l1/set/state"]) {
    expect(parsed(rest, '{"state":"ON"}')).toBe("command");
  }
});
