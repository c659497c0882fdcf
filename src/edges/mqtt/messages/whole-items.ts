import type { WireDevice } from "../../../core/contract/device.ts";
import type { WireScene } from "../../../core/contract/scene.ts";
import type { HomeLists } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import { lightsOf, roomOf } from "../../../core/home/select.ts";
import { wireLight } from "../../../core/present/wire/light.ts";
import { wireRoomSummary } from "../../../core/present/wire/room.ts";
import { wireSync } from "../../../core/present/wire/sync-box.ts";

/** A scene of ours has no brightness of its own: its colours are shown as they are. */
const SCENE_BRIGHTNESS = 100;

/** What accompanies a new device. */
export interface DeviceContext {
  readonly lights: readonly Light[];
  readonly box: SyncBox | undefined;
  readonly area: Room | undefined;
  readonly room: Room | undefined;
}

/** For a device that is gone by now too: clients read the name of its room, unchecked. */
export function deviceContextOf(home: HomeLists, device: Device | undefined): DeviceContext {
  const box = device?.syncBoxId ? home.syncBoxes.get(device.syncBoxId) : undefined;
  return {
    lights: device ? lightsOf(home, device) : [],
    box,
    area: box?.areaId ? home.rooms.get(box.areaId) : undefined,
    room: device ? roomOf(home, device) : home.unassigned,
  };
}

export const wholeDevice = (device: WireDevice, { lights, box, area, room }: DeviceContext): object => ({
  ...device,
  ext_light: lights.map(wireLight),
  ext_sync: box ? wireSync(box, area) : {},
  ext_button: [],
  ...(room ? { ext_room: wireRoomSummary(room) } : {}),
});

export interface WholeUpdate {
  readonly id: string;
  readonly device_id?: string;
  readonly value: object;
}

/** An update with every field of a resource that a read has, but those that name the resource. */
export function wholeUpdate(wire: { readonly id: string; readonly type: string }, deviceId?: string): WholeUpdate {
  const { id, type: _type, ...value } = wire;
  return { id, ...(deviceId === undefined ? {} : { device_id: deviceId }), value };
}

/** A scene with the room that it is for, and the devices there. */
export const wholeScene = (scene: WireScene, roomId: string, devices: readonly Device[]): object => ({
  ...scene,
  room_uuid: roomId,
  brightness: SCENE_BRIGHTNESS,
  number: scene.sequence,
  device_arr: devices.map(({ id }) => ({ rid: id, rtype: "device" })),
});
