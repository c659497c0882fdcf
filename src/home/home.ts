import { type Replacement, type ResourceReplacement, reversed } from "./changes/replacement.ts";
import { Collection, type Order, type ReadableCollection } from "./collection.ts";
import { HomeIndexes } from "./indexes.ts";
import { interned } from "./intern.ts";
import type { AccessKey } from "./model/access-key.ts";
import type { HomeContents } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import type { Identity } from "./model/identity.ts";
import type { DeviceId, RoomId, SceneId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import type { Room } from "./model/room.ts";
import type { Scene } from "./model/scene.ts";
import type { SyncBox } from "./model/sync-box.ts";
import { Placement } from "./placement.ts";

/** The home, read-only. */
export interface Home {
  readonly identity: Identity;
  /** The order of all lists, devices in a room too. */
  readonly order: Order;
  readonly devices: ReadableCollection<Device>;
  readonly lights: ReadableCollection<Light>;
  readonly syncBoxes: ReadableCollection<SyncBox>;
  readonly rooms: ReadableCollection<Room>;
  readonly scenes: ReadableCollection<Scene>;
  readonly keys: ReadableCollection<AccessKey>;
  /** The gateway's own device. */
  readonly gateway: Device | undefined;
  readonly wholeHouse: Room | undefined;
  readonly unassigned: Room | undefined;
  /** The room that a device was put in. */
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
  activeSceneIdIn(roomId: RoomId): SceneId | undefined;
  /** The scenes of a room in the order of arrival, by an index. */
  scenesIn(roomId: RoomId): readonly Scene[];
}

/** The home that `Gateway` changes; all others see `Home`. */
export class MutableHome implements Home {
  identity: Identity;
  readonly order: Order;
  readonly devices: Collection<Device>;
  readonly lights: Collection<Light>;
  readonly syncBoxes: Collection<SyncBox>;
  readonly rooms: Collection<Room>;
  readonly scenes: Collection<Scene>;
  readonly keys: Collection<AccessKey>;
  readonly #placement = new Placement();
  readonly #indexes = new HomeIndexes();

  constructor(contents: HomeContents, order: Order = "arrival") {
    this.identity = contents.identity;
    this.order = order;
    this.devices = new Collection(order);
    this.lights = new Collection(order);
    this.syncBoxes = new Collection(order);
    this.rooms = new Collection(order);
    this.scenes = new Collection(order);
    this.keys = new Collection(order);
    for (const replacement of additions(interned(contents))) this.replace(replacement);
  }

  get gateway(): Device | undefined {
    return this.#indexes.gateway;
  }

  get wholeHouse(): Room | undefined {
    return this.#indexes.derivedRoom("wholeHouse");
  }

  get unassigned(): Room | undefined {
    return this.#indexes.derivedRoom("unassigned");
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#placement.roomIdOf(deviceId);
  }

  activeSceneIdIn(roomId: RoomId): SceneId | undefined {
    return this.#indexes.activeSceneIdIn(roomId);
  }

  scenesIn(roomId: RoomId): readonly Scene[] {
    return this.#indexes.scenesIn(roomId);
  }

  /** Applies a replacement; returns what undoes it, order included, while nothing else has changed since. */
  replace(replacement: Replacement): () => void {
    if (replacement.in === "identity") {
      this.identity = replacement.after;
      return () => {
        this.identity = replacement.before;
      };
    }
    const { before } = replacement;
    const formerPlace = before && (this[replacement.in] as Collection<typeof before>).placeOf(before.id);
    this.#put(replacement);
    return () => this.#put(reversed(replacement) as ResourceReplacement, formerPlace);
  }

  #put(replacement: ResourceReplacement, formerPlace?: number): void {
    const { before, after } = replacement;
    const collection = this[replacement.in] as Collection<NonNullable<typeof before>>;
    if (after) collection.put(after, formerPlace);
    else if (before) collection.remove(before.id);
    if (replacement.in === "rooms") this.#placement.follow(replacement.before, replacement.after);
    this.#indexes.follow(replacement);
  }
}

/** The replacements that put contents into an empty home. */
export const additions = (contents: HomeContents): readonly ResourceReplacement[] => [
  ...contents.devices.map((after) => ({ in: "devices", before: undefined, after }) as const),
  ...contents.lights.map((after) => ({ in: "lights", before: undefined, after }) as const),
  ...contents.syncBoxes.map((after) => ({ in: "syncBoxes", before: undefined, after }) as const),
  ...contents.rooms.map((after) => ({ in: "rooms", before: undefined, after }) as const),
  ...contents.scenes.map((after) => ({ in: "scenes", before: undefined, after }) as const),
  ...contents.keys.map((after) => ({ in: "keys", before: undefined, after }) as const),
];

/** The contents of a home at this moment. */
export const contentsOf = ({ identity, devices, lights, syncBoxes, rooms, scenes, keys }: Home): HomeContents => ({
  identity,
  devices: devices.all(),
  lights: lights.all(),
  syncBoxes: syncBoxes.all(),
  rooms: rooms.all(),
  scenes: scenes.all(),
  keys: keys.all(),
});
