import type { WireScene } from "../../contract/scene.ts";
import type { Room } from "../../home/model/room.ts";
import type { Scene } from "../../home/model/scene.ts";
import { flag } from "./numbers.ts";

/** Spec §2.6. A scene hangs on its room's `group_light`; `origin` is where the client reaches us (G22). */
export const wireScene = (scene: Scene, room: Room, origin: string): Required<WireScene> => ({
  id: scene.id,
  type: "scene",
  parent_id: room.groupLightId,
  parent_type: "group_light",
  name: scene.name,
  scene_type: scene.picture ? 2 : 1,
  is_active: flag(scene.active),
  picture_id: scene.picture?.id ?? "",
  picture_type: "file",
  picture_url: scene.picture ? `${origin}/pictures/${scene.picture.id}` : "",
  icon: "",
  background: "",
  sequence: scene.sequence,
  colors: scene.colours.map(argb),
});

/** Unsigned 32 bits with alpha FF (G24). */
const argb = (rgb: number): number => 0xff000000 + rgb;
