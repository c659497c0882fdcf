import { type Static, Type } from "typebox";
import type { Home } from "../../../core/home/home.ts";
import { hexFromRgb } from "../../../core/home/model/colour.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { devicesIn } from "../../../core/home/select.ts";
import { counted } from "../../../shared/counted.ts";
import { orNull } from "../values.ts";
import { formatPercent } from "./light-view.ts";

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

/** What became of a command to the lamps of a room. */
export const RoomOutcomeView = Type.Object({
  /** The names of devices that no command was sent to, as they cannot be reached. */
  unreached: Type.Array(Type.String()),
  /** The names of devices that did not confirm their commands in time. */
  silent: Type.Array(Type.String()),
  /** Whether all others say themselves that they do it; false unless they were waited for. */
  confirmed: Type.Boolean(),
});
export type RoomOutcome = Static<typeof RoomOutcomeView>;

/** "on 40%, 3 of 5 lamps", "off". */
export function describeRoom(home: Home, room: Room, { lights, lightsOn } = lampsOf(home, room)): string {
  const group = home.groupLights.get(room.groupLightId);
  if (!group?.on || lightsOn === 0) return "off";
  const percent = group.abilities.includes("brightness") ? ` ${formatPercent(group.brightnessPercent)}` : "";
  return `on${percent}, ${lightsOn < lights ? `${lightsOn} of ` : ""}${counted(lights, "lamp")}`;
}

export function viewOfRoom(home: Home, room: Room): RoomView {
  const activeId = home.activeSceneIdIn(room.id);
  return {
    id: room.id,
    name: room.name,
    type: room.type,
    kind: room.kind,
    ...lampsOf(home, room),
    scenes: home.scenesIn(room.id).length,
    activeScene: (activeId && home.scenes.get(activeId)?.name) ?? null,
  };
}

function lampsOf(home: Home, room: Room): Pick<RoomView, "devices" | "lights" | "lightsOn"> {
  const devices = devicesIn(home, room);
  let [lights, lightsOn] = [0, 0];
  for (const { online, lightIds } of devices) {
    lights += lightIds.length;
    // Nobody knows of a lamp that is offline whether it gives light.
    if (online) for (const id of lightIds) lightsOn += Number(home.lights.get(id)?.on ?? false);
  }
  return { devices: devices.length, lights, lightsOn };
}

/** A scene as an operator sees it. */
export const SceneView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  room: Type.String(),
  /** None of a scene that the lamps keep: only they know. */
  colours: Type.Array(Type.String()),
  active: Type.Boolean(),
  picture: Type.Boolean(),
  keptByLamps: Type.Boolean(),
  /** How many lamps it has saved one by one; null of a scene of colours. */
  lamps: orNull(Type.Integer()),
});
export type SceneView = Static<typeof SceneView>;

export const viewOfScene = (home: Home, { id, name, roomId, ...scene }: Scene): SceneView => ({
  id,
  name,
  room: home.rooms.get(roomId)?.name ?? "",
  colours: scene.colours.map(hexFromRgb),
  active: scene.active,
  picture: scene.picture !== null,
  keptByLamps: scene.keptByLamps,
  lamps: scene.lamps?.length ?? null,
});
