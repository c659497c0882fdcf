import type { AccessKey } from "../../../src/core/home/model/access-key.ts";
import type { Device } from "../../../src/core/home/model/device.ts";
import { idFrom } from "../../../src/core/home/model/ids.ts";
import type { Light } from "../../../src/core/home/model/light.ts";
import type { NormalRoom } from "../../../src/core/home/model/room.ts";
import type { Scene } from "../../../src/core/home/model/scene.ts";
import { DEFAULT_SYNC_BOX_STATE, type SyncBox } from "../../../src/core/home/model/sync-box.ts";

const uuid = (group: number): string => `00000000-0000-4000-8000-${group.toString(16).padStart(12, "0")}`;

export const aDevice = (fields: Partial<Device> = {}): Device => ({
  id: idFrom(uuid(1)),
  serialNumber: "SN1",
  name: "A lamp",
  admitted: true,
  online: true,
  newVersion: "",
  product: {
    categoryId: 20501,
    manufacturer: "Luxgate",
    model: "LX-C1",
    hardwareVersion: "1.0",
    softwareVersion: "1.0",
    zigbeeVersion: "3.0",
  },
  zigbee: null,
  lightIds: [idFrom(uuid(2))],
  syncBoxId: null,
  placedByHand: false,
  ...fields,
});

export const aLight = (fields: Partial<Light> = {}): Light => ({
  id: idFrom(uuid(2)),
  deviceId: idFrom(uuid(1)),
  name: "A lamp",
  on: true,
  brightnessPercent: 50,
  colour: { mode: "white", kelvin: 2700 },
  powerOn: { mode: "default", on: "default", brightness: "default", colour: "default" },
  drivenBySyncBox: false,
  abilities: ["onOff", "brightness", "colourTemperature", "colour"],
  segments: fields.abilities?.includes("segments") ? 10 : 0,
  ...fields,
});

export const aSyncBox = (fields: Partial<SyncBox> = {}): SyncBox => ({
  id: idFrom(uuid(3)),
  deviceId: idFrom(uuid(1)),
  name: "A box",
  ...DEFAULT_SYNC_BOX_STATE,
  ...fields,
});

export const aRoom = (fields: Partial<NormalRoom> = {}): NormalRoom => ({
  id: idFrom(uuid(4)),
  kind: "normal",
  name: "A room",
  type: "kitchen",
  sequence: 1,
  groupLightId: idFrom(fields.id ?? uuid(4)),
  deviceIds: [],
  ...fields,
});

export const aScene = (fields: Partial<Scene> = {}): Scene => ({
  id: idFrom(uuid(6)),
  roomId: idFrom(uuid(4)),
  name: "A scene",
  active: false,
  sequence: 1,
  keptByLamps: false,
  colours: [0xff8800, 0xff8800, 0xff8800, 0xff8800, 0xff8800],
  picture: null,
  ...fields,
});

export const aKey = (fields: Partial<AccessKey> = {}): AccessKey => ({
  id: idFrom(uuid(7)),
  name: "acme#panel",
  hash: "a".repeat(64),
  madeAt: "2026-11-15T07:00:00.000Z",
  lastUsedAt: null,
  ...fields,
});
