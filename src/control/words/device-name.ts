import type { Home } from "../../home/home.ts";
import type { Device } from "../../home/model/device.ts";
import type { RoomId } from "../../home/model/ids.ts";
import { LONGEST_NAME } from "../../home/model/name.ts";
import { isGateway } from "../../home/model/product.ts";
import { normalRoomOf } from "../../home/select.ts";
import { type Refused, refused } from "../command.ts";
import { folded } from "./find.ts";
import { quoted } from "./quoted.ts";

/** The name that a person gives a device, and the room that the name must be free in. */
interface Placing {
  readonly device: Device;
  readonly name: string;
  /** Null for no room. */
  readonly roomId: RoomId | null;
}

/**
 * Refuses a name that another device in the same place has, as home files do: the two could not be told apart by
 * Room/Name. A device that brings such a name along itself is never refused; its serial number tells it apart.
 */
export function nameTaken(home: Home, { device, name, roomId }: Placing): Refused | undefined {
  if (isGateway(device.product)) return undefined;
  const taken = new Set(
    home.devices
      .all()
      .filter((other) => other.id !== device.id && !isGateway(other.product))
      .filter((other) => (normalRoomOf(home, other.id)?.id ?? null) === roomId)
      .map((other) => folded(other.name)),
  );
  if (!taken.has(folded(name))) return undefined;
  const room = roomId && home.rooms.get(roomId);
  const place = room ? quoted(room.name) : "no room";
  const free = freeOne(name, (other) => taken.has(other));
  return refused(`Another device in ${place} has this name already; ${quoted(free)} is free there.`);
}

/** The same name with the next number that nobody has; names are asked for without regard to case. */
export function freeOne(name: string, isTaken: (foldedName: string) => boolean): string {
  const [, stem = name, digits = "1"] = /^(.*\S) (\d{1,6})$/s.exec(name) ?? [];
  for (let number = Number(digits) + 1; ; number += 1) {
    const ending = ` ${number}`;
    const free = `${[...stem].slice(0, LONGEST_NAME - ending.length).join("")}${ending}`;
    if (!isTaken(folded(free))) return free;
  }
}
