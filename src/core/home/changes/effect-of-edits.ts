import type { Steps } from "../../../shared/steps.ts";
import type { Home } from "../home.ts";
import type { DeviceId, RoomId } from "../model/ids.ts";
import type { NormalRoom } from "../model/room.ts";
import type { ChangeOf } from "./change.ts";
import { deviceRenamed, type Move, moveOf } from "./effect-on-devices.ts";
import { type Effect, MergedReplacements, type Replacement } from "./replacement.ts";

/**
 * The effects of edits as if made one after the other, of which each device has one of each kind at most. Each is worked
 * out from the same home: they have nothing in common but the lists of rooms, and the fields of devices that are renamed
 * and moved.
 */
export function* devicesEdited(home: Home, { edits }: ChangeOf<"devicesEdited">): Steps<Effect> {
  const replacements = new MergedReplacements();
  const lists = new RoomLists();
  for (const edit of edits) {
    if (edit.kind === "deviceRenamed") {
      const effect = deviceRenamed(home, edit);
      if (typeof effect === "string") return effect;
      replacements.add(effect);
    } else {
      const move = moveOf(home, edit);
      if (typeof move === "string") return move;
      replacements.add(move.beside);
      lists.add(move);
    }
    yield;
  }
  return [...replacements.all, ...lists.replacements];
}

interface RoomList {
  readonly room: NormalRoom;
  readonly gone: Set<DeviceId>;
  readonly come: Set<DeviceId>;
}

/** The rooms that devices came to or left, each with all that came and went. */
class RoomLists {
  readonly #lists = new Map<RoomId, RoomList>();

  add({ deviceId, from, to }: Move): void {
    if (from) this.#listOf(from).gone.add(deviceId);
    if (to) this.#listOf(to).come.add(deviceId);
  }

  get replacements(): readonly Replacement[] {
    return [...this.#lists.values()].map(({ room, gone, come }) => ({
      in: "rooms",
      before: room,
      after: { ...room, deviceIds: [...room.deviceIds.filter((id) => !gone.has(id)), ...come] },
    }));
  }

  #listOf(room: NormalRoom): RoomList {
    const list = this.#lists.get(room.id) ?? { room, gone: new Set(), come: new Set() };
    this.#lists.set(room.id, list);
    return list;
  }
}
