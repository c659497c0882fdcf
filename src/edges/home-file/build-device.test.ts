import { expect, test } from "vitest";
import { changesFor } from "./build.ts";
import type { DeviceEntry } from "./schema.ts";

/** A value for every setting, other than what a device has without it. */
const SETTINGS: Required<Omit<DeviceEntry, "name" | "product">> = {
  serial: "X1",
  admitted: false,
  online: false,
  update: "2.1.0",
  on: true,
  brightness: 40,
  colour: "red",
  segments: ["#ff0000", "#0000ff"],
  power_on: "memory",
  source: "hdmi2",
  mode: "game",
  intensity: "highest",
  when_stopped: "lights off",
  configuration: 3,
  area: "Hall",
};

const builtFrom = (entry: DeviceEntry): string =>
  JSON.stringify(changesFor({ devices: [entry] }, { version: "1.2.3", pictureAt: () => null }));

test.each(Object.entries(SETTINGS))("the setting %s is read: a device with it is another", (key, value) => {
  const isRead = (product: string) =>
    builtFrom({ name: "A", product, [key]: value }) !== builtFrom({ name: "A", product });
  expect(["bar lamp", "sync box"].some(isRead)).toBe(true);
});
