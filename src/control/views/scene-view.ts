import { type Static, Type } from "typebox";
import type { Home } from "../../home/home.ts";
import type { Scene } from "../../home/scene.ts";
import { hexFrom } from "./light-view.ts";

/** A scene as an operator sees it. */
export const SceneView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  room: Type.String(),
  colours: Type.Array(Type.String()),
  active: Type.Boolean(),
  picture: Type.Boolean(),
});
export type SceneView = Static<typeof SceneView>;

export const viewOfScene = (home: Home, { id, name, roomId, colours, active, picture }: Scene): SceneView => ({
  id,
  name,
  room: home.rooms.get(roomId)?.name ?? "",
  colours: colours.map(hexFrom),
  active,
  picture: picture !== null,
});
