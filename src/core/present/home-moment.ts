import type { ListedCollection, Order } from "../home/collection.ts";
import type { Home, HomeLists } from "../home/home.ts";
import type { Device } from "../home/model/device.ts";
import type { GroupLight } from "../home/model/group-light.ts";
import type { DeviceId, Id, RoomId } from "../home/model/ids.ts";
import type { Light } from "../home/model/light.ts";
import type { Room } from "../home/model/room.ts";
import type { Scene } from "../home/model/scene.ts";
import type { SyncBox } from "../home/model/sync-box.ts";

/**
 * The resources of a home at one moment, for work in steps between which the home may change. Resources are immutable, so
 * nothing is copied.
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
    this.devices = collectionOf(home.devices.all());
    this.lights = collectionOf(home.lights.all());
    this.syncBoxes = collectionOf(home.syncBoxes.all());
    this.rooms = collectionOf(home.rooms.all());
    this.scenes = collectionOf(home.scenes.all());
    this.groupLights = collectionOf(home.groupLights.all());
  }

  get unassigned(): Room | undefined {
    return this.rooms.all().find(({ kind }) => kind === "unassigned");
  }

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    this.#roomIds ??= roomIdsIn(this.rooms.all());
    return this.#roomIds.get(deviceId);
  }
}

function roomIdsIn(rooms: readonly Room[]): ReadonlyMap<DeviceId, RoomId> {
  const roomIds = new Map<DeviceId, RoomId>();
  for (const room of rooms) if (room.kind === "normal") for (const id of room.deviceIds) roomIds.set(id, room.id);
  return roomIds;
}

/** What finds resources by id is made when the first of them is looked for. */
function collectionOf<Resource extends { readonly id: Id<string> }>(
  all: readonly Resource[],
): ListedCollection<Resource> {
  let byId: ReadonlyMap<Resource["id"], Resource> | undefined;
  return {
    get(id) {
      byId ??= new Map(all.map((resource) => [resource.id, resource]));
      return byId.get(id);
    },
    all: () => all,
  };
}
