import { createHash } from "node:crypto";
import type { ChangeOf } from "../../core/home/changes/change.ts";
import { type ProductSheet, productNamed } from "../../core/home/model/catalogue.ts";
import { COORDINATOR_ADDRESS, type ZigbeeNode } from "../../core/home/model/device.ts";
import type { DeviceId, LightId, RoomId, SyncBoxId } from "../../core/home/model/ids.ts";
import { type Ability, type Light, lightFeatures } from "../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../core/home/model/light-colour.ts";
import { topCategoryOf } from "../../core/home/model/product.ts";
import { DEFAULT_SYNC_COLOURS, type SyncBox } from "../../core/home/model/sync-box.ts";
import type { DeviceEntry } from "./schema.ts";
import { stableId } from "./stable-id.ts";
import { colourFrom, percentFrom, powerOnFrom } from "./words.ts";

type Joined = ChangeOf<"deviceJoined">;

export const GATEWAY_SERIAL = "LG-GATEWAY";

/** The version that every device of a home file runs. */
export const INSTALLED_VERSION = "1.4.2";

/** The gateway itself; the home that it joins gives it the id of its identity. */
export const gatewayJoined = (name: string, version: string): Joined => ({
  kind: "deviceJoined",
  device: {
    id: stableId("gateway", ""),
    serialNumber: GATEWAY_SERIAL,
    name,
    admitted: true,
    online: true,
    newVersion: "",
    product: {
      categoryId: 10101,
      manufacturer: "Luxgate",
      model: "LG-1",
      hardwareVersion: "1.0",
      softwareVersion: version,
      zigbeeVersion: "3.0",
    },
    zigbee: { ...zigbeeNode("gateway"), networkAddress: COORDINATOR_ADDRESS },
    lightIds: [],
    syncBoxId: null,
    placedByHand: false,
  },
  lights: [],
  syncBox: null,
});

/** A device as its entry in a home file describes it. */
export function deviceJoined(
  entry: DeviceEntry,
  { roomName, areaId }: { readonly roomName: string | undefined; readonly areaId: RoomId | null },
): Joined {
  const sheet = productNamed(entry.product);
  if (!sheet) throw new Error(`not in the catalogue: ${entry.product}`);
  const key = keyOf(entry, roomName);
  const id = stableId<DeviceId>("device", key);
  const lights = sheet.abilities.length > 0 ? [lightOf(entry, sheet, id)] : [];
  const syncBox = topCategoryOf(sheet.categoryId) === 3 ? syncBoxOf(entry, id, areaId) : null;
  return {
    kind: "deviceJoined",
    device: {
      id,
      serialNumber: entry.serial ?? `LX${digestOf(key).slice(0, 10).toUpperCase()}`,
      name: entry.name,
      admitted: entry.admitted ?? true,
      online: entry.online ?? true,
      newVersion: entry.update ?? "",
      product: {
        categoryId: sheet.categoryId,
        manufacturer: "Luxgate",
        model: sheet.model,
        hardwareVersion: "1.0",
        softwareVersion: INSTALLED_VERSION,
        zigbeeVersion: syncBox ? "" : "3.0",
      },
      zigbee: syncBox ? null : zigbeeNode(key),
      lightIds: lights.map((light) => light.id),
      syncBoxId: syncBox?.id ?? null,
      placedByHand: false,
    },
    lights,
    syncBox,
  };
}

/** What tells a device from every other: its serial number or, without one, its name in its room. */
const keyOf = ({ serial, name }: DeviceEntry, roomName: string | undefined): string =>
  serial === undefined ? JSON.stringify([roomName ?? null, name]) : `serial ${serial.toUpperCase()}`;

function lightOf(entry: DeviceEntry, sheet: ProductSheet, deviceId: DeviceId): Light {
  return {
    id: stableId<LightId>("light", deviceId),
    deviceId,
    name: entry.name,
    on: entry.on ?? false,
    brightnessPercent: percentFrom(entry.brightness ?? 100),
    colour: shownColour(entry, sheet.abilities),
    powerOn: powerOnFrom(entry.power_on),
    drivenBySyncBox: false,
    ...lightFeatures(sheet),
  };
}

/** A lamp that was given no colour shows a white that it can. */
function shownColour({ colour, segments }: DeviceEntry, abilities: readonly Ability[]): LightColour {
  const [first, ...rest] = (segments ?? []).map((words) => pointOf(colourFrom(words)));
  if (first) return { mode: "segments", points: [first, ...rest] };
  const isRgbOnly = abilities.includes("colour") && !abilities.includes("colourTemperature");
  return colourFrom(colour ?? (isRgbOnly ? "#ffffff" : "2700K"));
}

const syncBoxOf = (entry: DeviceEntry, deviceId: DeviceId, areaId: RoomId | null): SyncBox => ({
  id: stableId<SyncBoxId>("sync", deviceId),
  deviceId,
  name: entry.name,
  on: entry.on ?? false,
  brightnessPercent: percentFrom(entry.brightness ?? 100),
  source: entry.source ?? "hdmi1",
  mode: entry.mode ?? "video",
  intensity: entry.intensity ?? "medium",
  stopAction: entry.when_stopped === "lights off" ? "lightsOff" : "keep",
  selectedConfiguration: CONFIGURATIONS[(entry.configuration ?? 1) - 1] ?? 1,
  configurations: DEFAULT_SYNC_COLOURS,
  areaId,
});

const CONFIGURATIONS = [1, 2, 3, 4] as const;

/** Addresses as a device of the simulated network would have them. */
function zigbeeNode(key: string): ZigbeeNode {
  const digest = digestOf(key);
  return {
    ieeeAddress: `0x00124b00${digest.slice(0, 8)}`,
    networkAddress: Number.parseInt(digest.slice(8, 12), 16),
    linkQuality: 100 + (Number.parseInt(digest.slice(12, 14), 16) % 156),
  };
}

const digestOf = (key: string): string => createHash("sha1").update(`address:${key}`).digest("hex");
