import type { Device } from "../../../src/core/home/model/device.ts";
import type { Light } from "../../../src/core/home/model/light.ts";
import { aDevice } from "./builders.ts";
import { idAt } from "./lit-home.ts";

/** Of this device and its light everything is otherwise than builders make it: a new field of the model needs a value. */
export const OTHER_DEVICE: Required<Device> = {
  id: idAt("1"),
  serialNumber: "SN2",
  name: "Sun",
  admitted: false,
  online: false,
  newVersion: "3.0",
  product: { ...aDevice().product, model: "915005733701" },
  zigbee: { ieeeAddress: "0x0017880100000001", networkAddress: 8, linkQuality: 200 },
  lightIds: [idAt("1"), idAt("2")],
  syncBoxId: idAt("5"),
  placedByHand: false,
  asLamp: true,
};

export const OTHER_LIGHT: Required<Light> = {
  id: idAt("1"),
  deviceId: idAt("1"),
  name: "Sun",
  abilities: ["onOff", "brightness", "colour", "segments"],
  segments: 5,
  whites: { coolestKelvin: 4000, warmestKelvin: 2203 },
  on: false,
  brightnessPercent: 99,
  colour: { mode: "white", kelvin: 5000 },
  powerOn: { mode: "on", on: { custom: true }, brightness: "memory", colour: "memory" },
  drivenBySyncBox: true,
  dimming: { madePercent: 40, factor: 0.5 },
};
