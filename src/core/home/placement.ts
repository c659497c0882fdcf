import type { DeviceId, RoomId } from "./model/ids.ts";
import type { Room } from "./model/room.ts";

/** The room of each device: an index over `deviceIds` of the rooms. */
export class Placement {
  readonly #roomIds = new Map<DeviceId, RoomId>();

  roomIdOf(deviceId: DeviceId): RoomId | undefined {
    return this.#roomIds.get(deviceId);
  }

  /**
   * Updates the index for a replaced room, and gives the devices that came or went; the common beginning and end are
   * skipped, as mostly one device does.
   */
  follow(before: Room | undefined, after: Room | undefined): readonly DeviceId[] {
    const had = devicesOf(before);
    const has = devicesOf(after);
    let same = 0;
    while (same < had.length && had[same] === has[same]) same += 1;
    let [hadEnd, hasEnd] = [had.length, has.length];
    while (hadEnd > same && hasEnd > same && had[hadEnd - 1] === has[hasEnd - 1]) {
      hadEnd -= 1;
      hasEnd -= 1;
    }
    const [gone, come] = [had.slice(same, hadEnd), has.slice(same, hasEnd)];
    for (const id of gone) if (this.#roomIds.get(id) === before?.id) this.#roomIds.delete(id);
    if (after) for (const id of come) this.#roomIds.set(id, after.id);
    return [...gone, ...come];
  }
}

const devicesOf = (room: Room | undefined): readonly DeviceId[] => (room?.kind === "normal" ? room.deviceIds : []);
