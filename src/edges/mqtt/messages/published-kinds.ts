import type { HomeLists } from "../../../core/home/home.ts";
import type { Device } from "../../../core/home/model/device.ts";
import type { Light } from "../../../core/home/model/light.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import type { SyncBox } from "../../../core/home/model/sync-box.ts";
import { devicesIn } from "../../../core/home/select.ts";
import { wireDevice } from "../../../core/present/wire/device.ts";
import { wireLight } from "../../../core/present/wire/light.ts";
import { wireRoom } from "../../../core/present/wire/room.ts";
import { wireScene } from "../../../core/present/wire/scene.ts";
import { wireSync } from "../../../core/present/wire/sync-box.ts";
import { Message, type MessageType } from "./message.ts";
import { deviceContextOf, wholeDevice, wholeScene, wholeUpdate } from "./whole-items.ts";

/** A resource that is published. */
export interface PublishedResource {
  readonly type: MessageType;
  readonly id: string;
  readonly deviceId?: string;
  readonly wire: () => { readonly id: string; readonly type: string };
  /** With what accompanies a new resource, where there is such. */
  readonly whole?: () => object;
}

/**
 * What of a home is published, by kind; undefined for a resource that is not: a device that nobody admitted, and a scene
 * whose room is gone.
 */
export const publishedKinds = (home: HomeLists) =>
  ({
    device: (device: Device) => {
      const wire = () => wireDevice(device);
      const whole = () => wholeDevice(wire(), deviceContextOf(home, device));
      return device.admitted ? { type: "device", id: device.id, wire, whole } : undefined;
    },
    light: (light: Light) => ({ type: "light", id: light.id, deviceId: light.deviceId, wire: () => wireLight(light) }),
    sync: (box: SyncBox) => {
      const area = () => (box.areaId === null ? undefined : home.rooms.get(box.areaId));
      return { type: "sync", id: box.id, wire: () => wireSync(box, area()) };
    },
    room: (room: Room) => ({ type: "room", id: room.id, wire: () => wireRoom(room, devicesIn(home, room)) }),
    scene: (scene: Scene) => {
      const room = home.rooms.get(scene.roomId);
      if (!room) return undefined;
      const wire = () => wireScene(scene, room, "");
      const whole = () => wholeScene(wire(), scene.roomId, devicesIn(home, room));
      return { type: "scene", id: scene.id, wire, whole };
    },
  }) as const satisfies Readonly<Record<MessageType, (resource: never) => PublishedResource | undefined>>;

/** All of a home that is published, in the order of the lists. */
export function* allPublishedIn(home: HomeLists): Generator<PublishedResource, void> {
  const kinds = publishedKinds(home);
  yield* published(home.devices.all(), kinds.device);
  yield* published(home.lights.all(), kinds.light);
  yield* published(home.syncBoxes.all(), kinds.sync);
  yield* published(home.rooms.all(), kinds.room);
  yield* published(home.scenes.all(), kinds.scene);
}

function* published<Resource>(
  resources: readonly Resource[],
  publishedOf: (resource: Resource) => PublishedResource | undefined,
): Generator<PublishedResource, void> {
  for (const resource of resources) {
    const one = publishedOf(resource);
    if (one) yield one;
  }
}

/** With every field. */
export const updateOf = ({ type, id, deviceId, wire }: PublishedResource): Message =>
  new Message({ action: "update", type, id, text: JSON.stringify(wholeUpdate(wire(), deviceId)) });

export const additionOf = ({ type, id, wire, whole = wire }: PublishedResource): Message =>
  new Message({ action: "add", type, id, text: JSON.stringify(whole()) });
