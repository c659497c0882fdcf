import type { Replacement } from "../../home/changes/replacement.ts";
import type { Home } from "../../home/home.ts";
import { belongsToTheHouse, type Device } from "../../home/model/device.ts";
import type { DeviceId, GroupLightId, RoomId } from "../../home/model/ids.ts";
import type { Room } from "../../home/model/room.ts";

/** Wire objects that may differ because a resource they depend on was replaced. */
export interface Dependents {
  /** Rooms whose name or group light stands in sync boxes and scenes. */
  readonly rooms: ReadonlySet<RoomId>;
  /** Whether the derived room has other devices, or the same devices in another order. */
  readonly wholeHouse: boolean;
  readonly unassigned: boolean;
}

/** Found from the replacements alone, so the cost does not grow with the home. */
export function dependentsOf(replacements: readonly Replacement[]): Dependents {
  const rooms = new Set<RoomId>();
  let wholeHouse = false;
  let hasMoved = false;
  for (const replacement of replacements) {
    if (replacement.in === "devices") wholeHouse ||= isMember(replacement.before) !== isMember(replacement.after);
    if (replacement.in !== "rooms") continue;
    const { before, after } = replacement;
    const shown = after ?? before;
    if (shown && (before?.name !== after?.name || before?.groupLightId !== after?.groupLightId)) rooms.add(shown.id);
    hasMoved ||= membersOf(before) !== membersOf(after);
  }
  return { rooms, wholeHouse, unassigned: wholeHouse || hasMoved };
}

/** The group lights that may differ: of a few rooms, unless devices were moved, came or went. */
export function groupLightsBehind(home: Home, replacements: readonly Replacement[]): ReadonlySet<GroupLightId> {
  const ids = new Set<GroupLightId>();
  const addRoom = (room: Room | undefined) => room && ids.add(room.groupLightId);
  const addRoomsOf = (deviceId: DeviceId | undefined) => {
    if (deviceId === undefined) return;
    addRoom(home.wholeHouse);
    const roomId = home.roomIdOf(deviceId);
    addRoom(roomId === undefined ? home.unassigned : home.rooms.get(roomId));
  };
  for (const replacement of replacements) {
    if (replacement.in === "lights") addRoomsOf((replacement.after ?? replacement.before)?.deviceId);
    if (replacement.in === "devices") addRoomsOf((replacement.after ?? replacement.before)?.id);
    if (replacement.in !== "rooms") continue;
    addRoom(replacement.before);
    addRoom(replacement.after);
    addRoom(home.unassigned);
  }
  return ids;
}

const isMember = (device: Device | undefined): boolean => device !== undefined && belongsToTheHouse(device);

/** A change that is not about the members leaves the very same list. */
const membersOf = (room: Room | undefined) => (room?.kind === "normal" ? room.deviceIds : undefined);
