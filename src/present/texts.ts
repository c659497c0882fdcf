import type { Home } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import type { Light } from "../home/model/light.ts";
import type { Room } from "../home/model/room.ts";
import type { Scene } from "../home/model/scene.ts";
import type { SyncBox } from "../home/model/sync-box.ts";
import { devicesIn, lightsOf, roomOf } from "../home/select.ts";
import { wireDevice, wireZigbee } from "./wire/device.ts";
import { wireLight } from "./wire/light.ts";
import { deviceReference, roomServices, wireRoom, wireRoomSummary } from "./wire/room.ts";
import { wireScene } from "./wire/scene.ts";
import { wireSync } from "./wire/sync-box.ts";

/** Which extensions an answer carries: spec §4.1 and §4.7. */
export interface DeviceExtensions {
  readonly lights: boolean;
  readonly room: boolean;
  readonly zigbee: boolean;
}
export interface RoomExtensions {
  readonly devices: boolean;
  readonly lights: boolean;
}

export const lightText = (light: Light): string => JSON.stringify(wireLight(light));
export const plainDeviceText = (device: Device): string => JSON.stringify(wireDevice(device));
export const deviceReferenceText = (device: Device): string => JSON.stringify(deviceReference(device));
const roomSummaryText = (room: Room): string => JSON.stringify(wireRoomSummary(room));

export function deviceText(home: Home, device: Device, { lights, room, zigbee }: DeviceExtensions): string {
  const itsRoom = room ? roomOf(home, device) : undefined;
  return extended(plainDeviceText(device), {
    ext_light: lights ? arrayText(lightsOf(home, device).map(lightText)) : undefined,
    ext_room: itsRoom ? roomSummaryText(itsRoom) : undefined,
    ext_zigbee: zigbee ? JSON.stringify(wireZigbee(device.zigbee)) : undefined,
  });
}

export function roomText(home: Home, room: Room, { devices, lights }: RoomExtensions): string {
  const inside = devicesIn(home, room);
  return extended(JSON.stringify(wireRoom(room, inside)), {
    ext_device: devices ? arrayText(inside.map(plainDeviceText)) : undefined,
    ext_light: lights ? arrayText(inside.flatMap((device) => lightsOf(home, device)).map(lightText)) : undefined,
  });
}

/** A room's JSON up to the first of its children; what stands between them and its extensions follows. */
export const roomOpeningText = (room: Room): string => `${roomSummaryText(room).slice(0, -1)},"children":[`;
export const roomServicesText = (room: Room): string => `],"services":${JSON.stringify(roomServices(room))}`;

export const syncBoxText = (home: Home, box: SyncBox): string =>
  JSON.stringify(wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId)));

/** Nothing for a scene whose room is gone. */
export function sceneText(home: Home, scene: Scene, origin: string): string | undefined {
  const room = home.rooms.get(scene.roomId);
  return room && JSON.stringify(wireScene(scene, room, origin));
}

const arrayText = (items: readonly string[]): string => `[${items.join(",")}]`;

/** An object's JSON with further fields at its end; the ones that are undefined are left out. */
const extended = (objectText: string, fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields).reduce(
    (text, [name, value]) => (value === undefined ? text : `${text.slice(0, -1)},"${name}":${value}}`),
    objectText,
  );
