import type { Home } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import type { Light } from "../home/model/light.ts";
import type { Room } from "../home/model/room.ts";
import type { Scene } from "../home/model/scene.ts";
import type { SyncBox } from "../home/model/sync-box.ts";
import { devicesIn, lightsOf, roomOf } from "../home/select.ts";
import {
  type DeviceExtensions,
  deviceReferenceText,
  deviceText,
  lightText,
  plainDeviceText,
  type RoomExtensions,
  roomText,
  sceneText,
  syncBoxText,
} from "./texts.ts";

/** How resources of a kind become JSON. */
export interface Presenting<Resource> {
  /** What the JSON follows from beside the resource, if it does: while all of it is the same, so is the JSON. */
  readonly follows?: ((resource: Resource) => readonly unknown[]) | undefined;
  /** Nothing for one that no read shows. */
  readonly present: (resource: Resource) => string | undefined;
}

const NOTHING: readonly unknown[] = [];

export const LIGHTS: Presenting<Light> = { present: lightText };

export const PLAIN_DEVICES: Presenting<Device> = { present: plainDeviceText };

/** Devices as a room refers to them. */
export const DEVICE_REFERENCES: Presenting<Device> = { present: deviceReferenceText };

export const devicesWith = (home: Home, extensions: DeviceExtensions): Presenting<Device> => ({
  follows:
    extensions.lights || extensions.room
      ? (device) => [
          ...(extensions.lights ? lightsOf(home, device) : NOTHING),
          extensions.room ? roomOf(home, device) : undefined,
        ]
      : undefined,
  present: (device) => deviceText(home, device, extensions),
});

export const roomsWith = (home: Home, extensions: RoomExtensions): Presenting<Room> => ({
  follows(room) {
    const inside = devicesIn(home, room);
    return [
      ...(extensions.devices ? inside : inside.map(({ id }) => id)),
      ...(extensions.lights ? inside.flatMap((device) => lightsOf(home, device)) : NOTHING),
    ];
  },
  present: (room) => roomText(home, room, extensions),
});

export const syncBoxesOf = (home: Home): Presenting<SyncBox> => ({
  follows: ({ areaId }) => [areaId === null ? undefined : home.rooms.get(areaId)],
  present: (box) => syncBoxText(home, box),
});

/**
 * `origin` is where the client reaches us; without one a picture's address is a path, as it is in events. A scene
 * without a picture reads the same everywhere.
 */
export const scenesAt = (home: Home, origin: string): Presenting<Scene> => ({
  follows: ({ roomId, picture }) => [home.rooms.get(roomId), picture ? origin : undefined],
  present: (scene) => sceneText(home, scene, origin),
});
