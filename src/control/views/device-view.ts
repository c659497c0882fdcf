import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import { rgbFromXy } from "../../home/model/colour.ts";
import type { Device } from "../../home/model/device.ts";
import type { Light } from "../../home/model/light.ts";
import { type LightColour, pointOf } from "../../home/model/light-colour.ts";
import { PRODUCTS } from "../../home/model/product.ts";
import type { SyncBox } from "../../home/model/sync-box.ts";
import { lightsOf, normalRoomOf } from "../../home/select.ts";
import { orNull } from "../values.ts";

/** What a lamp shows, in the words in which it is set. */
export const LightView = Type.Object({
  on: Type.Boolean(),
  /** Null for one that cannot be dimmed. */
  brightnessPercent: orNull(Type.Number()),
  /** "#ff8800" or "2700K"; several when it has segments; none for one that has no colours. */
  colours: Type.Array(Type.String()),
  /** A sync box sets its colour at this moment. */
  synced: Type.Boolean(),
});
export type LightView = Static<typeof LightView>;

export function viewOfLight({ on, brightnessPercent, colour, abilities, drivenBySyncBox }: Light): LightView {
  const hasColours = abilities.includes("colour") || abilities.includes("colourTemperature");
  return {
    on,
    brightnessPercent: abilities.includes("brightness") ? brightnessPercent : null,
    colours: hasColours ? describeColour(colour) : [],
    synced: drivenBySyncBox,
  };
}

/** "on 60% #ff8800", "on 2700K", "off". */
function describeLight({ on, brightnessPercent, colours: [first, ...more], synced }: LightView): string {
  if (!on) return "off";
  return [
    "on",
    ...(brightnessPercent === null ? [] : [formatPercent(brightnessPercent)]),
    ...(first === undefined ? [] : [first]),
    ...(more.length > 0 ? [`and ${more.length} more`] : []),
    ...(synced ? ["(synced)"] : []),
  ].join(" ");
}

export const formatPercent = (percent: number): string => `${Math.round(percent)}%`;

export const hexFrom = (rgb: number): string => `#${rgb.toString(16).padStart(6, "0")}`;

const describeColour = (colour: LightColour): string[] => {
  if (colour.mode === "white") return [`${Math.round(colour.kelvin)}K`];
  if (colour.mode === "segments") return colour.points.map((point) => hexFrom(rgbFromXy(point)));
  return [hexFrom(rgbFromXy(pointOf(colour)))];
};

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
  on ? `on ${Math.round(brightnessPercent)}% ${source} ${mode} ${intensity}` : "off";

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
    state: [...lights.map(describeLight), ...(syncBox ? [describeSyncBox(syncBox)] : [])].join(", "),
    lights,
    syncBox,
  };
}
