import type { DevicePlan } from "../radio/zigbee-device.ts";

/** What is in the houses of these tests. Names with a slash are what Zigbee2MQTT's owners are advised to use. */
export const READING = {
  address: "0x0017880100000001",
  name: "living/reading",
  model: "hueColour",
} as const satisfies DevicePlan;

export const CEILING = {
  address: "0x000d6ffffe000002",
  name: "Ceiling",
  model: "ikeaWhiteSpectrum",
} as const satisfies DevicePlan;

export const PORCH = {
  address: "0x000d6ffffe000003",
  name: "Porch",
  model: "ikeaDimmable",
} as const satisfies DevicePlan;

export const STAIRS = {
  address: "0x00124b0000000004",
  name: "Stairs",
  model: "dualDimmer",
} as const satisfies DevicePlan;

export const PLUG = {
  address: "0x000d6ffffe000005",
  name: "Coffee",
  model: "ikeaPlug",
} as const satisfies DevicePlan;

export const SENSOR = {
  address: "0x000d6ffffe000006",
  name: "Hall sensor",
  model: "ikeaMotionSensor",
} as const satisfies DevicePlan;
