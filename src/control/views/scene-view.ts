import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import type { Scene } from "../../home/model/scene.ts";
import { hexFrom } from "./light-view.ts";

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
});
export type SceneView = Static<typeof SceneView>;

export const viewOfScene = (home: Home, { id, name, roomId, ...scene }: Scene): SceneView => ({
  id,
  name,
  room: home.rooms.get(roomId)?.name ?? "",
  colours: scene.colours.map(hexFrom),
  active: scene.active,
  picture: scene.picture !== null,
  keptByLamps: scene.keptByLamps,
});
