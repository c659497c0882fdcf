import { randomUUID } from "node:crypto";
import { Type } from "typebox";
import { idFrom, type SceneId } from "../../../core/home/model/ids.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { selectScenes } from "../../../core/home/select.ts";
import { nextSequence } from "../../../core/home/sequence.ts";
import { command } from "../command.ts";
import { CheckOnly, given, NameWords, RoomWords, SceneWords, Wait, Words } from "../values.ts";
import { inOrder } from "../views/in-order.ts";
import { SceneView, viewOfScene } from "../views/room-view.ts";
import { findRoom, findScene } from "../words/find.ts";
import { freeName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { ActivatedScene, activateScene } from "./command-room.ts";
import { giveCommand, sceneAfter } from "./give-command.ts";
import { coloursFrom, coloursShownIn } from "./scene-colours.ts";

export const SCENE_COMMANDS = {
  "scene.list": command({
    given: given({}),
    result: Type.Array(SceneView),
    run: (_given, controls) => {
      const { home } = controls.gateway;
      const scenes = home.scenes.all().map((scene) => viewOfScene(home, scene));
      return { result: inOrder(controls, scenes) };
    },
  }),

  /** Without colours it gets those that the room's lights show. */
  "scene.add": command({
    given: given({ room: RoomWords, name: NameWords, colours: Type.Array(Words, { description: "1 to 5 colours" }) }),
    result: SceneView,
    run: async ({ room: words, name, colours: describeColour }, controls) => {
      const { home } = controls.gateway;
      const room = findRoom(home, words);
      if ("refused" in room) return room;
      const others = selectScenes(home, room.found.id);
      const taken = (namesake: string) =>
        `${quoted(room.found.name)} already has a scene ${namesake}. Use another name.`;
      const free = freeName(name, { others, taken });
      if ("refused" in free) return free;
      const chosen = describeColour.length > 0 ? coloursFrom(describeColour) : coloursShownIn(home, room.found);
      if ("refused" in chosen) return chosen;
      const scene: Scene = {
        id: idFrom<SceneId>(randomUUID()),
        roomId: room.found.id,
        name: free.name,
        active: false,
        sequence: nextSequence(others),
        keptByLamps: false,
        colours: chosen.colours,
        picture: null,
      };
      return sceneAfter(controls, scene.id, { kind: "sceneAdded", scene });
    },
  }),

  "scene.activate": command({
    given: given({ scene: SceneWords, wait: Wait }),
    result: ActivatedScene,
    run: ({ scene: words, wait = false }, controls) => {
      const scene = findScene(controls.gateway.home, words);
      return "refused" in scene ? scene : activateScene(controls, scene.found, wait);
    },
  }),

  "scene.remove": command({
    given: given({ scene: SceneWords, check: CheckOnly }),
    result: SceneView,
    run: async ({ scene: words, check = false }, controls) => {
      const { home } = controls.gateway;
      const scene = findScene(home, words);
      if ("refused" in scene) return scene;
      const before = viewOfScene(home, scene.found);
      if (check) return { result: before };
      return (await giveCommand(controls, { kind: "sceneRemoved", sceneId: scene.found.id })) ?? { result: before };
    },
  }),
};
