import { type Static, Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import { isGateway, PRODUCTS } from "../../../core/home/model/product.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import { lightsOf, normalRoomOf } from "../../../core/home/select.ts";
import type { DeviceSigns } from "../../backends/condition.ts";
import { orNull } from "../values.ts";
import { describeLight, formatPercent, LightView, viewOfLight } from "./light-view.ts";

/** What a sync box does, in the words in which it is set. */
const SyncBoxView = Type.Object({
  on: Type.Boolean(),
  brightnessPercent: Type.Number(),
  source: Type.String(),
  mode: Type.String(),
  intensity: Type.String(),
  whenStopped: Type.String(),
  configuration: Type.Integer(),
  /** The name of the room whose lights it drives. */
  area: orNull(Type.String()),
});
type SyncBoxView = Static<typeof SyncBoxView>;

const viewOfSyncBox = (home: Home, box: SyncBox): SyncBoxView => ({
  on: box.on,
  brightnessPercent: box.brightnessPercent,
  source: box.source,
  mode: box.mode,
  intensity: box.intensity,
  whenStopped: box.stopAction === "lightsOff" ? "lights-off" : "keep",
  configuration: box.selectedConfiguration,
  area: (box.areaId && home.rooms.get(box.areaId)?.name) ?? null,
});

/** "on 90% hdmi1 video high". */
const describeSyncBox = ({ on, brightnessPercent, source, mode, intensity }: SyncBoxView): string =>
  on ? `on ${formatPercent(brightnessPercent)} ${source} ${mode} ${intensity}` : "off";

/** The operator also sees that a sync box sets the colour. */
const describeForOperator = (light: LightView): string =>
  `${describeLight(light)}${light.on && light.synced ? " (synced)" : ""}`;

/** A device as an operator sees it. */
export const DeviceView = Type.Object({
  id: Type.String(),
  serial: Type.String(),
  name: Type.String(),
  room: orNull(Type.String()),
  product: Type.String(),
  version: Type.String(),
  /** The version it could be brought to; null when it is up to date. */
  newVersion: orNull(Type.String()),
  online: Type.Boolean(),
  admitted: Type.Boolean(),
  /** In a few words; empty for one that has no state. */
  state: Type.String(),
  lights: Type.Array(LightView),
  syncBox: orNull(SyncBoxView),
});
export type DeviceView = Static<typeof DeviceView>;

/** A device in a list, with how well it is connected. */
export const ListedDevice = Type.Object({
  ...DeviceView.properties,
  /** From 0 to 255, as Zigbee has it; null for one that is not on a Zigbee network. */
  linkQuality: orNull(Type.Number()),
  /** When it was last heard of, in ISO 8601; null where that is not known. */
  lastSeenAt: orNull(Type.String()),
  /** Null for one without a battery. */
  batteryPercent: orNull(Type.Number()),
});
export type ListedDevice = Static<typeof ListedDevice>;

/** The gateway itself is always there. */
export const viewOfSigns = (
  { product, zigbee }: Device,
  { seenMillis, batteryPercent }: DeviceSigns,
  nowMillis: number,
): Pick<ListedDevice, "linkQuality" | "lastSeenAt" | "batteryPercent"> => ({
  linkQuality: isGateway(product) ? null : (zigbee?.linkQuality ?? null),
  lastSeenAt: seenMillis === undefined ? null : new Date(Date.now() - (nowMillis - seenMillis)).toISOString(),
  batteryPercent: batteryPercent ?? null,
});

export function viewOfDevice(home: Home, device: Device): DeviceView {
  const lights = lightsOf(home, device).map(viewOfLight);
  const box = device.syncBoxId === null ? undefined : home.syncBoxes.get(device.syncBoxId);
  const syncBox = box ? viewOfSyncBox(home, box) : null;
  return {
    id: device.id,
    serial: device.serialNumber,
    name: device.name,
    room: normalRoomOf(home, device.id)?.name ?? null,
    product: PRODUCTS[device.product.categoryId].toLowerCase(),
    version: device.product.softwareVersion,
    newVersion: device.newVersion || null,
    online: device.online,
    admitted: device.admitted,
    state: [...lights.map(describeForOperator), ...(syncBox ? [describeSyncBox(syncBox)] : [])].join(", "),
    lights,
    syncBox,
  };
}
