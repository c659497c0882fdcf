import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import type { Room } from "../../home/model/room.ts";
import { devicesIn, lightsOf, selectScenes } from "../../home/select.ts";
import { orNull } from "../values.ts";

/** A room as an operator sees it. */
export const RoomView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  /** The devices of the whole house and of the unassigned room follow from the rest. */
  kind: Type.Enum(["normal", "wholeHouse", "unassigned"]),
  devices: Type.Integer(),
  lights: Type.Integer(),
  lightsOn: Type.Integer(),
  scenes: Type.Integer(),
  activeScene: orNull(Type.String()),
});
export type RoomView = Static<typeof RoomView>;

export function viewOfRoom(home: Home, room: Room): RoomView {
  const devices = devicesIn(home, room);
  const lights = devices.flatMap((device) => lightsOf(home, device));
  const activeId = home.activeSceneIdIn(room.id);
  return {
    id: room.id,
    name: room.name,
    type: room.type,
    kind: room.kind,
    devices: devices.length,
    lights: lights.length,
    lightsOn: lights.filter(({ on }) => on).length,
    scenes: selectScenes(home, room.id).length,
    activeScene: (activeId && home.scenes.get(activeId)?.name) ?? null,
  };
}
