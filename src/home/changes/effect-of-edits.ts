import type { Home } from "../home.ts";
import type { NormalRoom } from "../model/room.ts";
import type { ChangeOf } from "./change.ts";
import { deviceMoved, deviceRenamed } from "./effect-on-devices.ts";
import { type Effect, merged, type Replacement } from "./replacement.ts";

/**
 * The effects of edits of different devices, as if made one after the other. Each is worked out from the same home: they
 * have nothing in common but the lists of rooms.
 */
export function devicesEdited(home: Home, { edits }: ChangeOf<"devicesEdited">): Effect {
  const replacements: Replacement[] = [];
  const lists: RoomList[] = [];
  for (const edit of edits) {
    const effect = edit.kind === "deviceRenamed" ? deviceRenamed(home, edit) : deviceMoved(home, edit);
    if (typeof effect === "string") return effect;
    replacements.push(...effect.filter((replacement) => !isRoomList(replacement)));
    lists.push(...effect.filter(isRoomList));
  }
  return [...merged(replacements), ...inOneList(lists)];
}

/** A room that a device came to or left. */
interface RoomList {
  readonly in: "rooms";
  readonly before: NormalRoom;
  readonly after: NormalRoom;
}

const isRoomList = (replacement: Replacement): replacement is RoomList =>
  replacement.in === "rooms" && replacement.before?.kind === "normal" && replacement.after?.kind === "normal";

/** One replacement for each room, with all that came and went. */
function inOneList(lists: readonly RoomList[]): readonly Replacement[] {
  const rooms = new Map<string, RoomList>();
  for (const list of lists) {
    const now = rooms.get(list.before.id)?.after ?? list.before;
    rooms.set(list.before.id, { ...list, after: withMoved(now, list) });
  }
  return [...rooms.values()];
}

function withMoved(now: NormalRoom, { before, after }: RoomList): NormalRoom {
  const [was, is] = [new Set(before.deviceIds), new Set(after.deviceIds)];
  const stayed = now.deviceIds.filter((id) => is.has(id) || !was.has(id));
  return { ...now, deviceIds: [...stayed, ...after.deviceIds.filter((id) => !was.has(id))] };
}
