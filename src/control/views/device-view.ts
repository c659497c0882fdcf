import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import { PRODUCTS } from "../../home/model/product.ts";
import { lightsOf, normalRoomOf } from "../../home/select.ts";
import { orNull } from "../values.ts";
import { describeLight, LightView, viewOfLight } from "./light-view.ts";
import { describeSyncBox, SyncBoxView, viewOfSyncBox } from "./sync-box-view.ts";

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
