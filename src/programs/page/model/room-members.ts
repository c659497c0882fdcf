import type { WireDevice, WireRoom } from "../../../libraries/client/types.ts";
import type { ResourceTable } from "./resource-table.ts";

/** A lamp or sync box, and the device that it is a part of. */
export interface Member {
  readonly id: string;
  readonly deviceId: string;
}

export interface RoomMembers {
  readonly lamps: readonly Member[];
  readonly syncBoxes: readonly Member[];
}

interface Home {
  readonly rooms: ResourceTable<WireRoom>;
  readonly devices: ResourceTable<WireDevice>;
}

/** What the devices of a room provide, of those that were admitted. */
export function membersOf({ rooms, devices }: Home, roomId: string): RoomMembers {
  // A room may name a device before the device itself is told.
  void devices.ids.value;
  const children = rooms.get(roomId)?.shown.value.children ?? [];
  const admitted = children
    .flatMap(({ rid }) => devices.get(rid)?.shown.value ?? [])
    .filter(({ join_status }) => join_status === 1);
  const provided = (type: string): readonly Member[] =>
    admitted.flatMap(({ id: deviceId, services }) =>
      services.filter(({ rtype }) => rtype === type).map(({ rid: id }) => ({ id, deviceId })),
    );
  return { lamps: provided("light"), syncBoxes: provided("sync") };
}

export const sameMembers = (one: RoomMembers, other: RoomMembers): boolean =>
  keyOf(one.lamps) === keyOf(other.lamps) && keyOf(one.syncBoxes) === keyOf(other.syncBoxes);

const keyOf = (members: readonly Member[]): string => members.map(({ id, deviceId }) => id + deviceId).join();
