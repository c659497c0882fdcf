import type { Home } from "../home.ts";
import { cleanName } from "../model/name.ts";
import { devicesIn } from "../select.ts";
import { freeSequence } from "../sequence.ts";
import type { ChangeOf } from "./change.ts";
import { drivenLights } from "./effect-on-state.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import { type Effect, patched, type Replacement, replaced } from "./replacement.ts";

/** A room starts empty; devices are moved into it. There is one whole house and one unassigned room. */
export function roomAdded(home: Home, { room }: ChangeOf<"roomAdded">): Effect {
  if (home.rooms.get(room.id) || home.groupLights.get(room.groupLightId)) return "already-there";
  if (room.kind !== "normal" && home[room.kind]) return "already-there";
  const after = patched(room, { name: cleanName(room.name), type: cleanName(room.type) });
  const isEmpty = room.kind !== "normal" || room.deviceIds.length === 0;
  if (after.name === "" || !isEmpty || !hasFiniteNumbers(room)) return "not-allowed";
  return [{ in: "rooms", before: undefined, after }];
}

export function roomRenamed(home: Home, { roomId, name }: ChangeOf<"roomRenamed">): Effect {
  const before = home.rooms.get(roomId);
  if (!before) return "not-found";
  const after = patched(before, { name: cleanName(name) });
  return after.name === "" ? "not-allowed" : replaced({ in: "rooms", before, after });
}

export function roomTypeChanged(home: Home, { roomId, type }: ChangeOf<"roomTypeChanged">): Effect {
  const before = home.rooms.get(roomId);
  return before ? replaced({ in: "rooms", before, after: patched(before, { type: cleanName(type) }) }) : "not-found";
}

/** Refused for a number that another room has. */
export function roomNumbered(home: Home, { roomId, sequence }: ChangeOf<"roomNumbered">): Effect {
  const before = home.rooms.get(roomId);
  if (!before) return "not-found";
  const others = home.rooms.all().filter(({ id }) => id !== roomId);
  if (!Number.isSafeInteger(sequence) || freeSequence(sequence, others) !== sequence) return "not-allowed";
  return replaced({ in: "rooms", before, after: patched(before, { sequence }) });
}

/** Removes the scenes too; the devices are in no room then, and not placed by hand. */
export function roomRemoved(home: Home, { roomId }: ChangeOf<"roomRemoved">): Effect {
  const room = home.rooms.get(roomId);
  if (!room) return "not-found";
  if (room.kind !== "normal") return "not-allowed";
  const boxes = home.syncBoxes.all().filter((box) => box.areaId === roomId);
  const devices = devicesIn(home, room);
  return [
    ...home.scenesIn(roomId).map((before): Replacement => ({ in: "scenes", before, after: undefined })),
    ...boxes.map((before): Replacement => ({ in: "syncBoxes", before, after: { ...before, areaId: null } })),
    ...drivenLights(home, devices, false),
    ...devices.flatMap((before) =>
      replaced({ in: "devices", before, after: patched(before, { placedByHand: false }) }),
    ),
    { in: "rooms", before: room, after: undefined },
  ];
}
