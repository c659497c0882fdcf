import type { DeviceId, RoomId } from "./ids.ts";
import type { Room } from "./room.ts";

/** Which room each device was put in, as the rooms say. */
export class Placement {
  readonly #roomIds = new Map<DeviceId, RoomId>();

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#roomIds.get(deviceId);
  }

  /** Follows a room that takes another's place; what both begin with is passed over, so that filling a room is cheap. */
  follow(before: Room | undefined, after: Room | undefined): void {
    const had = devicesOf(before);
    const has = devicesOf(after);
    let same = 0;
    while (same < had.length && had[same] === has[same]) same += 1;
    for (const id of had.slice(same)) if (this.#roomIds.get(id) === before?.id) this.#roomIds.delete(id);
    if (after) for (const id of has.slice(same)) this.#roomIds.set(id, after.id);
  }
}

const devicesOf = (room: Room | undefined): readonly DeviceId[] => (room?.kind === "normal" ? room.deviceIds : []);
