import type { ListedCollection, Order } from "./collection.ts";
import type { Home, HomeLists } from "./home.ts";
import type { Device } from "./model/device.ts";
import type { GroupLight } from "./model/group-light.ts";
import type { DeviceId, Id, RoomId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import type { Room } from "./model/room.ts";
import type { Scene } from "./model/scene.ts";
import type { SyncBox } from "./model/sync-box.ts";

/**
 * The resources of a home at one moment, for work in steps between which the home may change. Resources are immutable, so
 * it takes no copy of them; what finds them by id is made when it is needed.
 */
export class HomeMoment implements HomeLists {
  readonly order: Order;
  readonly devices: ListedCollection<Device>;
  readonly lights: ListedCollection<Light>;
  readonly syncBoxes: ListedCollection<SyncBox>;
  readonly rooms: ListedCollection<Room>;
  readonly scenes: ListedCollection<Scene>;
  readonly groupLights: ListedCollection<GroupLight>;
  #roomIds: ReadonlyMap<DeviceId, RoomId> | undefined;

  constructor(home: Home) {
    this.order = home.order;
    this.devices = new CollectionMoment(home.devices);
    this.lights = new CollectionMoment(home.lights);
    this.syncBoxes = new CollectionMoment(home.syncBoxes);
    this.rooms = new CollectionMoment(home.rooms);
    this.scenes = new CollectionMoment(home.scenes);
    this.groupLights = new CollectionMoment(home.groupLights);
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    this.#roomIds ??= new Map(this.rooms.all().flatMap(placesIn));
    return this.#roomIds.get(deviceId);
  }
}

const placesIn = (room: Room): readonly (readonly [DeviceId, RoomId])[] =>
  room.kind === "normal" ? room.deviceIds.map((id) => [id, room.id] as const) : [];

class CollectionMoment<Resource extends { readonly id: Id<string> }> implements ListedCollection<Resource> {
  readonly #all: readonly Resource[];
  #byId: ReadonlyMap<Resource["id"], Resource> | undefined;

  constructor(collection: ListedCollection<Resource>) {
    this.#all = collection.all();
  }

  get(id: Resource["id"]): Resource | undefined {
    this.#byId ??= new Map(this.#all.map((resource) => [resource.id, resource]));
    return this.#byId.get(id);
  }

  all(): readonly Resource[] {
    return this.#all;
  }
}
