import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type {
  HomeChange,
  HomeView,
  WireDevice,
  WireGroupLight,
  WireLight,
  WireRoom,
  WireScene,
  WireSync,
} from "../../../libraries/client/types.ts";
import { isAbleTo } from "./lamp-look.ts";
import { ResourceTable } from "./resource-table.ts";
import { membersOf, type RoomMembers, sameMembers } from "./room-members.ts";

const ROOM_KINDS = { normal: 0, wholeHouse: 1, unassigned: 2 } as const;

/** The home as the page shows it: a signal for each resource, and what follows from several of them. */
export class HomeModel {
  readonly devices = new ResourceTable<WireDevice>();
  readonly lights = new ResourceTable<WireLight>();
  readonly syncBoxes = new ResourceTable<WireSync>();
  readonly rooms = new ResourceTable<WireRoom>();
  readonly scenes = new ResourceTable<WireScene>();
  readonly groupLights = new ResourceTable<WireGroupLight>();
  /** By the names that the interface has for the types. */
  readonly tables = {
    device: this.devices,
    light: this.lights,
    sync: this.syncBoxes,
    room: this.rooms,
    scene: this.scenes,
    group_light: this.groupLights,
  };
  readonly #members = new Map<string, ReadonlySignal<RoomMembers>>();
  readonly #isKnown = signal(false);

  /** Whether the home was told at least once. */
  get isKnown(): ReadonlySignal<boolean> {
    return this.#isKnown;
  }

  /** The rooms that a person has, in their order, and behind them the one of devices in none. */
  readonly roomIds: ReadonlySignal<readonly string[]> = computed(() => {
    const rooms = this.rooms.ids.value.flatMap((id) => this.rooms.get(id)?.shown.value ?? []);
    const normal = rooms.filter(({ room_kind }) => room_kind === ROOM_KINDS.normal);
    const unassigned = rooms.filter(({ room_kind }) => room_kind === ROOM_KINDS.unassigned);
    return [...normal.toSorted((one, other) => one.sequence - other.sequence), ...unassigned].map(({ id }) => id);
  });

  readonly wholeHouseId: ReadonlySignal<string | undefined> = computed(() =>
    this.rooms.ids.value.find((id) => this.rooms.get(id)?.shown.value.room_kind === ROOM_KINDS.wholeHouse),
  );

  apply(change: HomeChange): void {
    if (change.kind === "snapshot") this.#replace(change.home);
    else if (change.kind === "remove") this.tables[change.type].remove(change.id);
    // The table of a type takes the resources of that type, which the compiler cannot follow through a union.
    else (this.tables[change.type] as ResourceTable<typeof change.resource>).put(change.resource);
  }

  /** Forgets everything, for another home. */
  clear(): void {
    batch(() => {
      for (const table of Object.values(this.tables)) table.replace([]);
      this.#isKnown.value = false;
    });
  }

  /** The lamps and sync boxes of a room; the same value as long as they are the same. */
  membersIn(roomId: string): ReadonlySignal<RoomMembers> {
    const known = this.#members.get(roomId);
    if (known) return known;
    let last: RoomMembers = { lamps: [], syncBoxes: [] };
    const members = computed(() => {
      const next = membersOf(this, roomId);
      if (!sameMembers(last, next)) last = next;
      return last;
    });
    this.#members.set(roomId, members);
    return members;
  }

  /** How many lamps and sync boxes a room has. */
  sizeOf(roomId: string): number {
    const { lamps, syncBoxes } = this.membersIn(roomId).value;
    return lamps.length + syncBoxes.length;
  }

  /** Whether it is the room of devices that are in none. */
  isUnassigned(roomId: string): boolean {
    return this.rooms.get(roomId)?.shown.value.room_kind === ROOM_KINDS.unassigned;
  }

  /** As people know it: the interface has a room for the devices that are in none. */
  roomName(roomId: string): string {
    return this.isUnassigned(roomId) ? "No room" : (this.rooms.get(roomId)?.name.value ?? "");
  }

  /** The name of the room that a device is in. */
  roomNameOf(deviceId: string): string {
    const isIn = (roomId: string) => this.rooms.get(roomId)?.shown.value.children.some(({ rid }) => rid === deviceId);
    return this.roomName(this.roomIds.value.find(isIn) ?? "");
  }

  /** In their order. */
  scenesIn(roomId: string): readonly string[] {
    const groupId = this.groupIdOf(roomId);
    const scenes = this.scenes.ids.value.flatMap((id) => this.scenes.get(id)?.shown.value ?? []);
    const here = scenes.filter(({ parent_id }) => parent_id === groupId);
    return here.toSorted((one, other) => one.sequence - other.sequence).map(({ id }) => id);
  }

  groupIdOf(roomId: string): string | undefined {
    return this.rooms.get(roomId)?.shown.value.services.find(({ rtype }) => rtype === "group_light")?.rid;
  }

  /** The lamps that a group commands. */
  lampsInGroup(groupId: string): readonly string[] {
    const roomId = this.rooms.ids.peek().find((id) => this.groupIdOf(id) === groupId);
    return roomId === undefined
      ? []
      : this.membersIn(roomId)
          .peek()
          .lamps.map(({ id }) => id);
  }

  /** Those of them that a brightness alone dims: the ones that are on. */
  dimmableInGroup(groupId: string): readonly string[] {
    return this.lampsInGroup(groupId).filter((id) => {
      const lamp = this.lights.get(id)?.reported.peek();
      return lamp?.on === 1 && isAbleTo(lamp, "brightness");
    });
  }

  /** The name of the device that a lamp is a part of. */
  deviceNameOf(lightId: string): string {
    const devices = this.devices.ids.peek().flatMap((id) => this.devices.get(id)?.reported.peek() ?? []);
    return devices.find(({ services }) => services.some(({ rid }) => rid === lightId))?.name ?? "";
  }

  #replace(home: HomeView): void {
    batch(() => {
      this.devices.replace(home.devices.values());
      this.lights.replace(home.lights.values());
      this.syncBoxes.replace(home.syncBoxes.values());
      this.groupLights.replace(home.groupLights.values());
      this.scenes.replace(home.scenes.values());
      this.rooms.replace(home.rooms.values());
      this.#isKnown.value = true;
    });
  }
}
