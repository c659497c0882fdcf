import { expect, test } from "vitest";
import {
  aLightExpose,
  BRIGHTNESS,
  colourLamp,
  gradientLamp,
  lampOf,
  onOffLamp,
  STATE,
  whiteLamp,
} from "../../../../../test/support/zigbee2mqtt/zigbee-exposes.ts";
import { pollPayloads } from "./poll-payloads.ts";

test("a lamp is polled first for whether it is on, and only then for the rest", () => {
  expect(pollPayloads(whiteLamp())).toEqual({ onOff: { state: "" }, whenOn: { brightness: "", color_temp: "" } });
  expect(pollPayloads(onOffLamp())).toEqual({ onOff: { state: "" }, whenOn: undefined });
});

test("a lamp with colours is polled for its colour alone, which brings its white too", () => {
  expect(pollPayloads(colourLamp()).whenOn).toEqual({ brightness: "", color: "" });
  expect(pollPayloads(gradientLamp()).whenOn).toEqual({ brightness: "", color: "", gradient: "" });
});

test("a lamp is not polled for what it cannot report", () => {
  const mute = lampOf(aLightExpose({ ...STATE, access: 3 }, { ...BRIGHTNESS, access: 3 }));
  expect(pollPayloads(mute)).toEqual({ onOff: undefined, whenOn: undefined });
});
