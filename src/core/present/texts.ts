import type { Home, HomeLists } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import type { GroupLight } from "../home/model/group-light.ts";
import type { Light } from "../home/model/light.ts";
import type { Room } from "../home/model/room.ts";
import type { Scene } from "../home/model/scene.ts";
import type { SyncBox } from "../home/model/sync-box.ts";
import { devicesIn, lightsOf, roomOf } from "../home/select.ts";
import type { Dependencies } from "./dependencies.ts";
import { wireDevice, wireZigbee } from "./wire/device.ts";
import { wireGroupLight } from "./wire/group-light.ts";
import { wireLight } from "./wire/light.ts";
import { deviceReference, roomServices, wireRoom, wireRoomSummary } from "./wire/room.ts";
import { wireScene } from "./wire/scene.ts";
import { wireSync } from "./wire/sync-box.ts";

/** Which extensions a response carries: spec §4.1 and §4.7. */
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
export const groupLightText = (group: GroupLight): string => JSON.stringify(wireGroupLight(group));
const plainDeviceText = (device: Device): string => JSON.stringify(wireDevice(device));
const deviceReferenceText = (device: Device): string => JSON.stringify(deviceReference(device));
const roomSummaryText = (room: Room): string => JSON.stringify(wireRoomSummary(room));

export function deviceText(home: Home, device: Device, { lights, room, zigbee }: DeviceExtensions): string {
  const itsRoom = room ? roomOf(home, device) : undefined;
  return extended(plainDeviceText(device), {
    ext_light: lights ? arrayText(lightsOf(home, device).map(lightText)) : undefined,
    ext_room: itsRoom ? roomSummaryText(itsRoom) : undefined,
    ext_zigbee: zigbee ? JSON.stringify(wireZigbee(device.zigbee)) : undefined,
  });
}

export function roomText(home: HomeLists, room: Room, { devices, lights }: RoomExtensions): string {
  const inside = devicesIn(home, room);
  return extended(JSON.stringify(wireRoom(room, inside)), {
    ext_device: devices ? arrayText(inside.map(plainDeviceText)) : undefined,
    ext_light: lights ? arrayText(inside.flatMap((device) => lightsOf(home, device)).map(lightText)) : undefined,
  });
}

/** A room's JSON up to its first child, and the JSON between its last child and its extensions. */
export const roomOpeningText = (room: Room): string => `${roomSummaryText(room).slice(0, -1)},"children":[`;
export const roomServicesText = (room: Room): string => `],"services":${JSON.stringify(roomServices(room))}`;

export const syncBoxText = (home: HomeLists, box: SyncBox): string =>
  JSON.stringify(wireSync(box, box.areaId === null ? undefined : home.rooms.get(box.areaId)));

/** Undefined for a scene whose room is gone. */
export function sceneText(home: HomeLists, scene: Scene, origin: string): string | undefined {
  const room = home.rooms.get(scene.roomId);
  return room && JSON.stringify(wireScene(scene, room, origin));
}

const arrayText = (items: readonly string[]): string => `[${items.join(",")}]`;

/** An object's JSON with more fields at its end; fields that are undefined are left out. */
const extended = (objectText: string, fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields).reduce(
    (text, [name, value]) => (value === undefined ? text : `${text.slice(0, -1)},"${name}":${value}}`),
    objectText,
  );

/** How resources of one kind become JSON. */
export interface Presenter<Resource> {
  /** What the JSON depends on beside the resource itself; absent where it depends on nothing else. */
  readonly dependencies?: ((resource: Resource) => Dependencies) | undefined;
  /** Undefined for a resource that no read shows. */
  readonly present: (resource: Resource) => string | undefined;
}

const NO_DEPENDENCIES: Dependencies = [];

export const LIGHTS: Presenter<Light> = { present: lightText };

export const GROUP_LIGHTS: Presenter<GroupLight> = { present: groupLightText };

export const PLAIN_DEVICES: Presenter<Device> = { present: plainDeviceText };

/** Devices as a room refers to them. */
export const DEVICE_REFERENCES: Presenter<Device> = { present: deviceReferenceText };

export const devicesWith = (home: Home, extensions: DeviceExtensions): Presenter<Device> => ({
  dependencies:
    extensions.lights || extensions.room
      ? (device) => [
          ...(extensions.lights ? lightsOf(home, device) : NO_DEPENDENCIES),
          extensions.room ? roomOf(home, device) : undefined,
        ]
      : undefined,
  present: (device) => deviceText(home, device, extensions),
});

export const roomsWith = (home: HomeLists, extensions: RoomExtensions): Presenter<Room> => ({
  dependencies(room) {
    const inside = devicesIn(home, room);
    return [
      ...(extensions.devices ? inside : inside.map(({ id }) => id)),
      ...(extensions.lights ? inside.flatMap((device) => lightsOf(home, device)) : NO_DEPENDENCIES),
    ];
  },
  present: (room) => roomText(home, room, extensions),
});

export const syncBoxesOf = (home: HomeLists): Presenter<SyncBox> => ({
  dependencies: ({ areaId }) => [areaId === null ? undefined : home.rooms.get(areaId)],
  present: (box) => syncBoxText(home, box),
});

/**
 * `origin` is where the client reaches us; without one a picture's address is a path, as it is in events. A scene
 * without a picture reads the same everywhere.
 */
export const scenesAt = (home: HomeLists, origin: string): Presenter<Scene> => ({
  dependencies: ({ roomId, picture }) => [home.rooms.get(roomId), picture ? origin : undefined],
  present: (scene) => sceneText(home, scene, origin),
});
