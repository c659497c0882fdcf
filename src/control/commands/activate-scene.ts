import { type Static, Type } from "typebox";
import type { Scene } from "../../home/model/scene.ts";
import type { Outcome } from "../command.ts";
import type { Controls } from "../controls.ts";
import { RoomOutcomeView } from "../views/room-view.ts";
import { SceneView, viewOfScene } from "../views/scene-view.ts";
import { commandRoom } from "./command-room.ts";
import { gone } from "./give-command.ts";

/** A scene whose commands were sent to a room's lamps; of one that lamps keep, nobody knows the looks, or confirms it. */
export const ActivatedScene = Type.Object({ ...SceneView.properties, ...RoomOutcomeView.properties });

/** The lights of a room that can be reached take a scene's colours. Who waits hears which of them did. */
export async function activateScene(
  controls: Controls,
  { id: sceneId, roomId, keptByLamps }: Scene,
  wait: boolean,
): Promise<Outcome<Static<typeof ActivatedScene>>> {
  const { home } = controls.gateway;
  const outcome = await commandRoom(controls, {
    room: home.rooms.get(roomId),
    change: { kind: "sceneActivated", sceneId },
    isFollowed: wait && !keptByLamps,
    needsReach: !keptByLamps,
  });
  if ("refused" in outcome) return outcome;
  const after = home.scenes.get(sceneId);
  return after ? { result: { ...viewOfScene(home, after), ...outcome } } : gone(controls);
}
