import { expect, test } from "vitest";
import { aDeviceRow } from "../../../../../test/support/page/device-row.ts";
import { deviceWords } from "./device-state.ts";

const light = { on: true, brightnessPercent: 59.6, colours: ["2700K"], synced: false };

test.each([
  [light, "60% · 2700 K"],
  [{ ...light, colours: ["#ff0000"] }, "60% · red"],
  [{ ...light, colours: ["#ff0000", "#0000ff"], synced: true }, "60% · 2 colours · sync"],
  [{ ...light, brightnessPercent: null, colours: [] }, "on"],
  [{ ...light, on: false }, "off"],
])("%j is told as the home view tells it: %s", (one, words) => {
  expect(deviceWords(aDeviceRow({ lights: [one] }))).toBe(words);
});

test("a device without lamps is told in the gateway's words", () => {
  expect(deviceWords(aDeviceRow({ state: "on 90% hdmi1" }))).toBe("on 90% hdmi1");
});
