import type { ResourceReplacement } from "./changes/replacement.ts";
import { isSame } from "./changes/replacement.ts";
import type { Cursor, ReadableCollection } from "./collection.ts";
import { LightSums } from "./light-sums.ts";
import { belongsToTheHouse, type Device } from "./model/device.ts";
import type { GroupLight } from "./model/group-light.ts";
import type { DeviceId, GroupLightId, LightId, RoomId } from "./model/ids.ts";
import type { Light } from "./model/light.ts";
import type { Room } from "./model/room.ts";

/** What of a home the lights of its rooms follow from. */
interface Sources {
  readonly devices: ReadableCollection<Device>;
  readonly lights: ReadableCollection<Light>;
  readonly rooms: ReadableCollection<Room>;
  roomIdOf(deviceId: DeviceId): RoomId | undefined;
}

/** The rooms that a light counts in: the whole house, and its own or the unassigned one. */
type Group = RoomId | "wholeHouse" | "unassigned";

interface Counted {
  light: Light;
  readonly group: Group;
}

/** The lights of each room as one, in the order of the rooms. A change costs the same however large the home is. */
export class GroupLights implements ReadableCollection<GroupLight> {
  readonly #home: Sources;
  readonly #sums = new Map<Group, LightSums>();
  readonly #counted = new Map<LightId, Counted>();
  readonly #rooms = new Map<GroupLightId, RoomId>();
  readonly #made = new Map<GroupLightId, GroupLight>();
  #all: readonly GroupLight[] | undefined;

  constructor(home: Sources) {
    this.#home = home;
  }

  get(id: GroupLightId): GroupLight | undefined {
    const roomId = this.#rooms.get(id);
    const room = roomId === undefined ? undefined : this.#home.rooms.get(roomId);
    return room && this.#of(room);
  }

  all(): readonly GroupLight[] {
    this.#all ??= this.#home.rooms.all().map((room) => this.#of(room));
    return this.#all;
  }

  next(cursor?: Cursor): { readonly resource: GroupLight; readonly cursor: Cursor } | undefined {
    const next = this.#home.rooms.next(cursor);
    return next && { resource: this.#of(next.resource), cursor: next.cursor };
  }

  /** To be called once a replacement is made; `moved` are the devices that came into a replaced room or left it. */
  follow({ in: kind, before, after }: ResourceReplacement, moved: readonly DeviceId[]): void {
    switch (kind) {
      case "lights":
        if (!before || !after || !this.#replace(after))
          this.#recount([(after ?? before)?.id].filter((id) => id !== undefined));
        break;
      case "devices":
        if (canCount(before) !== canCount(after)) this.#recount((after ?? before)?.lightIds ?? []);
        break;
      case "rooms":
        this.#followRoom(before, after, moved);
        break;
      default:
    }
  }

  #followRoom(before: Room | undefined, after: Room | undefined, moved: readonly DeviceId[]): void {
    if (before) this.#rooms.delete(before.groupLightId);
    if (before && !after) this.#made.delete(before.groupLightId);
    if (after) this.#rooms.set(after.groupLightId, after.id);
    for (const id of moved) this.#recount(this.#home.devices.get(id)?.lightIds ?? []);
    if (before && !after) this.#sums.delete(before.id);
    this.#all = undefined;
  }

  #recount(lightIds: readonly LightId[]): void {
    for (const id of lightIds) {
      const former = this.#counted.get(id);
      if (former) for (const group of groupsOf(former)) this.#sumsOf(group).remove(former.light);
      const counted = this.#countedNow(id);
      if (counted) {
        for (const group of groupsOf(counted)) this.#sumsOf(group).add(counted.light);
        this.#counted.set(id, counted);
      } else this.#counted.delete(id);
    }
    this.#all = undefined;
  }

  /** Counts a light in its groups as it is now, if it is counted; its device and its room are the same as before. */
  #replace(light: Light): boolean {
    const former = this.#counted.get(light.id);
    if (!former || former.light.deviceId !== light.deviceId) return false;
    this.#sumsOf("wholeHouse").replace(former.light, light);
    this.#sumsOf(former.group).replace(former.light, light);
    former.light = light;
    this.#all = undefined;
    return true;
  }

  #countedNow(id: LightId): Counted | undefined {
    const light = this.#home.lights.get(id);
    const device = light && this.#home.devices.get(light.deviceId);
    return canCount(device) && light
      ? { light, group: this.#home.roomIdOf(light.deviceId) ?? "unassigned" }
      : undefined;
  }

  #sumsOf(group: Group): LightSums {
    const known = this.#sums.get(group);
    if (known) return known;
    const sums = new LightSums();
    this.#sums.set(group, sums);
    return sums;
  }

  /** The same value as long as it is the same. */
  #of(room: Room): GroupLight {
    const { on, brightnessPercent, abilities } = this.#sumsOf(room.kind === "normal" ? room.id : room.kind);
    const { id: roomId, groupLightId: id, name } = room;
    const made = { id, roomId, name, on, brightnessPercent, abilities };
    const known = this.#made.get(id);
    if (known && isSame(known, made)) return known;
    this.#made.set(id, made);
    return made;
  }
}

const groupsOf = ({ group }: Counted): readonly Group[] => ["wholeHouse", group];

/** A light that cannot be reached does not count: nobody knows how it is, and no command changes it. */
const canCount = (device: Device | undefined): boolean => device?.online === true && belongsToTheHouse(device);
