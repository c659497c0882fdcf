import type { DeviceRow } from "../../../src/programs/page/views/devices/arranged-devices.ts";

/** A row for tests. */
export const aDeviceRow = (fields: Partial<DeviceRow>): DeviceRow => ({
  id: "id",
  serial: "S1",
  name: "Lamp",
  room: null,
  product: "colour bulb",
  version: "1.0.0",
  newVersion: null,
  online: true,
  admitted: true,
  state: "on",
  lights: [],
  syncBox: null,
  linkQuality: null,
  lastSeenAt: null,
  batteryPercent: null,
  ...fields,
});
