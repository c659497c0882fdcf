import type { ChangeOf } from "./change.ts";
import { drivenLights } from "./effect-on-state.ts";
import type { Home } from "./home.ts";
import { type Effect, patched, type Replacement, replaced } from "./replacement.ts";
import { devicesIn, selectScenes } from "./select.ts";

/** A room starts empty; devices are moved into it. There is one whole house and one unassigned room. */
export function roomAdded(home: Home, { room }: ChangeOf<"roomAdded">): Effect {
  if (home.rooms.get(room.id)) return "already-there";
  if (room.kind !== "normal" && home.rooms.all().some(({ kind }) => kind === room.kind)) return "already-there";
  if (room.kind === "normal" && room.deviceIds.length > 0) return "not-allowed";
  return [{ in: "rooms", before: undefined, after: room }];
}

export function roomRenamed(home: Home, { roomId, name }: ChangeOf<"roomRenamed">): Effect {
  const before = home.rooms.get(roomId);
  return before ? replaced({ in: "rooms", before, after: patched(before, { name }) }) : "not-found";
}

/** Its scenes go with it; its devices are in no room then. */
export function roomRemoved(home: Home, { roomId }: ChangeOf<"roomRemoved">): Effect {
  const room = home.rooms.get(roomId);
  if (!room) return "not-found";
  if (room.kind !== "normal") return "not-allowed";
  const boxes = home.syncBoxes.all().filter((box) => box.areaId === roomId);
  return [
    ...selectScenes(home, roomId).map((before): Replacement => ({ in: "scenes", before, after: undefined })),
    ...boxes.map((before): Replacement => ({ in: "syncBoxes", before, after: { ...before, areaId: null } })),
    ...drivenLights(home, devicesIn(home, room), false),
    { in: "rooms", before: room, after: undefined },
  ];
}

export function sceneAdded(home: Home, { scene }: ChangeOf<"sceneAdded">): Effect {
  if (home.scenes.get(scene.id)) return "already-there";
  if (!home.rooms.get(scene.roomId)) return "not-found";
  if (scene.active) return "not-allowed";
  return [{ in: "scenes", before: undefined, after: scene }];
}

/** At most one scene of a room is active. */
export function sceneActivated(home: Home, { sceneId }: ChangeOf<"sceneActivated">): Effect {
  const wanted = home.scenes.get(sceneId);
  if (!wanted) return "not-found";
  return selectScenes(home, wanted.roomId).flatMap((before) =>
    replaced({ in: "scenes", before, after: patched(before, { active: before.id === sceneId }) }),
  );
}

export function sceneRemoved(home: Home, { sceneId }: ChangeOf<"sceneRemoved">): Effect {
  const before = home.scenes.get(sceneId);
  return before ? [{ in: "scenes", before, after: undefined }] : "not-found";
}
