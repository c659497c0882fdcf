import type { Replacement } from "../../home/changes/replacement.ts";
import type { Device } from "../../home/model/device.ts";
import type { RoomId } from "../../home/model/ids.ts";
import type { Room } from "../../home/model/room.ts";
import { belongsToTheHouse } from "../../home/select.ts";

/** What may be otherwise because something else is. */
export interface Consequences {
  /** Rooms that sync boxes and scenes show something of. */
  readonly rooms: ReadonlySet<RoomId>;
  /** Whether devices may be in the whole house, or in no room, that were not, or stand there at other places. */
  readonly wholeHouse: boolean;
  readonly unassigned: boolean;
}

/** Seen from the replacements alone: what they do not concern is not looked at, however large the home is. */
export function consequencesOf(replacements: readonly Replacement[]): Consequences {
  const rooms = new Set<RoomId>();
  let wholeHouse = false;
  let isPlacedAnew = false;
  for (const replacement of replacements) {
    if (replacement.in === "devices") wholeHouse ||= isMember(replacement.before) !== isMember(replacement.after);
    if (replacement.in !== "rooms") continue;
    const { before, after } = replacement;
    const shown = after ?? before;
    if (shown && (before?.name !== after?.name || before?.groupLightId !== after?.groupLightId)) rooms.add(shown.id);
    isPlacedAnew ||= membersOf(before) !== membersOf(after);
  }
  return { rooms, wholeHouse, unassigned: wholeHouse || isPlacedAnew };
}

const isMember = (device: Device | undefined): boolean => device !== undefined && belongsToTheHouse(device);

/** The very same list after a change that is not about it. */
const membersOf = (room: Room | undefined) => (room?.kind === "normal" ? room.deviceIds : undefined);
