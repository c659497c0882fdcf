import { type Replacement, type ResourceReplacement, reversed } from "./changes/replacement.ts";
import { Collection, type Order, type ReadableCollection } from "./collection.ts";
import { Landmarks } from "./indexes.ts";
import { withSharedParts } from "./intern.ts";
import type { AccessKey } from "./model/access-key.ts";
import type { HomeContents, HomeResources } from "./model/contents.ts";
import type { Device } from "./model/device.ts";
import type { Identity } from "./model/identity.ts";
import type { DeviceId, RoomId, SceneId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import { forEachKind, RESOURCE_KINDS, type ResourceKind, type ResourceKinds } from "./model/resource-kinds.ts";
import type { Room } from "./model/room.ts";
import type { Scene } from "./model/scene.ts";
import type { SyncBox } from "./model/sync-box.ts";
import { Placement } from "./placement.ts";

type Collections = { readonly [Kind in ResourceKind]: ReadableCollection<ResourceKinds[Kind]> };

/** The home as everything but the gateway's heart sees it. */
export interface Home extends Collections {
  readonly identity: Identity;
  /** In which everything is listed, devices in a room too. */
  readonly order: Order;
  /** The gateway itself, among the devices. */
  readonly gateway: Device | undefined;
  readonly wholeHouse: Room | undefined;
  readonly unassigned: Room | undefined;
  /** The room that a device was put in. */
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
  activeSceneIdIn(roomId: RoomId): SceneId | undefined;
  /** The scenes of a room, as they came; found without a look at all others. */
  scenesIn(roomId: RoomId): readonly Scene[];
}

/** The home as it stands. Only the gateway's heart holds one of these. */
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
  readonly #landmarks = new Landmarks();

  constructor(contents: HomeContents, order: Order = "arrival") {
    this.identity = contents.identity;
    this.order = order;
    this.devices = new Collection(order);
    this.lights = new Collection(order);
    this.syncBoxes = new Collection(order);
    this.rooms = new Collection(order);
    this.scenes = new Collection(order);
    this.keys = new Collection(order);
    for (const replacement of additions(withSharedParts(contents))) this.replace(replacement);
  }

  get gateway(): Device | undefined {
    return this.#landmarks.gateway;
  }

  get wholeHouse(): Room | undefined {
    return this.#landmarks.derivedRoom("wholeHouse");
  }

  get unassigned(): Room | undefined {
    return this.#landmarks.derivedRoom("unassigned");
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#placement.roomIdOf(deviceId);
  }

  activeSceneIdIn(roomId: RoomId): SceneId | undefined {
    return this.#landmarks.activeSceneIdIn(roomId);
  }

  scenesIn(roomId: RoomId): readonly Scene[] {
    return this.#landmarks.scenesIn(roomId);
  }

  /** Puts a replacement in; gives what takes it back, order included, while nothing else has changed since. */
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
    this.#landmarks.follow(replacement);
  }
}

/** What puts all of a home into an empty one. */
export const additions = (contents: HomeContents): readonly ResourceReplacement[] =>
  RESOURCE_KINDS.flatMap((kind) =>
    contents[kind].map((after) => ({ in: kind, before: undefined, after }) as ResourceReplacement),
  );

/** All that a home is at this moment. */
export const contentsOf = (home: Home): HomeContents => ({
  identity: home.identity,
  ...forEachKind<HomeResources>((kind) => home[kind].all()),
});
