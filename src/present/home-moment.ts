import type { ListedCollection, Order } from "../home/collection.ts";
import type { Home, HomeLists } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import type { GroupLight } from "../home/model/group-light.ts";
import type { DeviceId, Id, RoomId } from "../home/model/ids.ts";
import type { Light } from "../home/model/light.ts";
import type { Room } from "../home/model/room.ts";
import type { Scene } from "../home/model/scene.ts";
import type { SyncBox } from "../home/model/sync-box.ts";
import type { Steps } from "../shared/steps.ts";

/** How many resources are indexed in one step. */
const STEP_LENGTH = 256;

/**
 * The resources of a home at one moment, for work in steps between which the home may change. Resources are immutable, so
 * nothing is copied. What finds them by id is made in steps, or taken over from a former moment.
 */
export class HomeMoment implements HomeLists {
  readonly order: Order;
  readonly devices: CollectionMoment<Device>;
  readonly lights: CollectionMoment<Light>;
  readonly syncBoxes: CollectionMoment<SyncBox>;
  readonly rooms: CollectionMoment<Room>;
  readonly scenes: CollectionMoment<Scene>;
  readonly groupLights: CollectionMoment<GroupLight>;
  #roomIds: ReadonlyMap<DeviceId, RoomId> | undefined;

  constructor(home: Home, former?: HomeMoment) {
    this.order = home.order;
    this.devices = CollectionMoment.of(home.devices, former?.devices);
    this.lights = CollectionMoment.of(home.lights, former?.lights);
    this.syncBoxes = CollectionMoment.of(home.syncBoxes, former?.syncBoxes);
    this.rooms = CollectionMoment.of(home.rooms, former?.rooms);
    this.scenes = CollectionMoment.of(home.scenes, former?.scenes);
    this.groupLights = CollectionMoment.of(home.groupLights, former?.groupLights);
    if (former && this.rooms === former.rooms) this.#roomIds = former.#roomIds;
  }

  /** Makes what finds devices and rooms by id, and the room of a device. */
  *index(): Steps<void> {
    yield* this.devices.index();
    yield* this.rooms.index();
    this.#roomIds ??= yield* placesIn(this.rooms.all());
  }

  get unassigned(): Room | undefined {
    return this.rooms.all().find(({ kind }) => kind === "unassigned");
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#roomIds?.get(deviceId);
  }
}

function* placesIn(rooms: readonly Room[]): Steps<ReadonlyMap<DeviceId, RoomId>> {
  const roomIds = new Map<DeviceId, RoomId>();
  for (const room of rooms) {
    if (room.kind !== "normal") continue;
    for (const id of room.deviceIds) {
      roomIds.set(id, room.id);
      if (roomIds.size % STEP_LENGTH === 0) yield;
    }
  }
  return roomIds;
}

class CollectionMoment<Resource extends { readonly id: Id<string> }> implements ListedCollection<Resource> {
  readonly #all: readonly Resource[];
  #byId: ReadonlyMap<Resource["id"], Resource> | undefined;

  private constructor(all: readonly Resource[]) {
    this.#all = all;
  }

  /** The former one where nothing changed since. */
  static of<Resource extends { readonly id: Id<string> }>(
    collection: ListedCollection<Resource>,
    former: CollectionMoment<Resource> | undefined,
  ): CollectionMoment<Resource> {
    const all = collection.all();
    return former && former.#all === all ? former : new CollectionMoment(all);
  }

  *index(): Steps<void> {
    if (this.#byId) return;
    const byId = new Map<Resource["id"], Resource>();
    for (const resource of this.#all) {
      byId.set(resource.id, resource);
      if (byId.size % STEP_LENGTH === 0) yield;
    }
    this.#byId = byId;
  }

  /** Only of collections that are indexed. */
  get(id: Resource["id"]): Resource | undefined {
    return this.#byId?.get(id);
  }

  all(): readonly Resource[] {
    return this.#all;
  }
}
