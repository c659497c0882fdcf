import { randomUUID } from "node:crypto";
import { type Static, Type } from "typebox";
import { idFrom, type SceneId } from "../../../core/home/model/ids.ts";
import type { Room } from "../../../core/home/model/room.ts";
import type { Scene } from "../../../core/home/model/scene.ts";
import { selectScenes } from "../../../core/home/select.ts";
import { nextSequence } from "../../../core/home/sequence.ts";
import { command, type Outcome, refused } from "../command.ts";
import { CheckOnly, given, NameWords, RoomWords, SceneWords, Wait, Words } from "../values.ts";
import { SceneView, viewOfScene } from "../views/room-view.ts";
import { findRoom, findScene, findSceneIn } from "../words/find.ts";
import { freeName } from "../words/given-name.ts";
import { quoted } from "../words/quoted.ts";
import { ActivatedScene, activateScene } from "./command-room.ts";
import { giveCommand, gone, sceneAfter } from "./give-command.ts";
import { inSequence, inTheirOrder, namedFirst } from "./order.ts";
import { lampsAsTheyAre } from "./save-lamps.ts";
import { coloursFrom } from "./scene-colours.ts";

const MOST_IN_A_ROOM = 100;

/** A scene, and the devices whose lamps could not be saved, as they cannot be reached. */
const SavedScene = Type.Object({ ...SceneView.properties, unreached: Type.Array(Type.String()) });

export const SCENE_COMMANDS = {
  "scene.list": command({
    given: given({}),
    result: Type.Array(SceneView),
    run: (_given, { gateway: { home } }) => {
      const scenes = inTheirOrder(home, home.scenes.all()).map((scene) => viewOfScene(home, scene));
      const order = new Map(inTheirOrder(home, home.rooms.all()).map(({ name }, at) => [name, at]));
      return { result: scenes.sort((one, other) => (order.get(one.room) ?? 0) - (order.get(other.room) ?? 0)) };
    },
  }),

  /** Without colours it saves the room's lamps as they are now, and is active then. */
  "scene.add": command({
    given: given({ room: RoomWords, name: NameWords, colours: Type.Array(Words, { description: "1 to 5 colours" }) }),
    result: SavedScene,
    run: async ({ room: words, name, colours: written }, controls) => {
      const { home } = controls.gateway;
      const room = findRoom(home, words);
      if ("refused" in room) return room;
      const others = selectScenes(home, room.found.id);
      if (others.length >= MOST_IN_A_ROOM) return refused(`A room has at most ${MOST_IN_A_ROOM} scenes.`);
      const free = freeSceneName(name, room.found, others);
      if ("refused" in free) return free;
      const chosen = written.length > 0 ? coloursFrom(written) : lampsAsTheyAre(home, room.found);
      if ("refused" in chosen) return chosen;
      const { unreached, ...look } = { unreached: [], ...chosen };
      const scene: Scene = {
        id: idFrom<SceneId>(randomUUID()),
        roomId: room.found.id,
        name: free.name,
        active: "lamps" in look,
        sequence: nextSequence(others),
        keptByLamps: false,
        picture: null,
        ...look,
      };
      return withUnreached(await sceneAfter(controls, scene.id, { kind: "sceneAdded", scene }), unreached);
    },
  }),

  /** The scene becomes what its room's lamps show now. */
  "scene.save": command({
    given: given({ scene: SceneWords }),
    result: SavedScene,
    run: async ({ scene: words }, controls) => {
      const { home } = controls.gateway;
      const scene = findScene(home, words);
      if ("refused" in scene) return scene;
      const { id: sceneId, roomId, name, keptByLamps } = scene.found;
      const room = home.rooms.get(roomId);
      if (!room) return gone(controls);
      if (keptByLamps) {
        return refused(`${quoted(name)} is a scene stored in the lamps: save it in Zigbee2MQTT, and Luxgate follows.`);
      }
      const saved = lampsAsTheyAre(home, room, scene.found);
      if ("refused" in saved) return saved;
      const { lamps, colours, unreached } = saved;
      return withUnreached(
        await sceneAfter(controls, sceneId, { kind: "sceneSaved", sceneId, lamps, colours }),
        unreached,
      );
    },
  }),

  "scene.rename": command({
    given: given({ scene: SceneWords, name: NameWords }),
    result: SceneView,
    run: async ({ scene: words, name }, controls) => {
      const { home } = controls.gateway;
      const scene = findScene(home, words);
      if ("refused" in scene) return scene;
      const { id: sceneId, roomId } = scene.found;
      const room = home.rooms.get(roomId);
      if (!room) return gone(controls);
      const others = home.scenesIn(roomId).filter(({ id }) => id !== sceneId);
      const free = freeSceneName(name, room, others);
      if ("refused" in free) return free;
      return sceneAfter(controls, sceneId, { kind: "sceneChanged", sceneId, scene: { name: free.name } });
    },
  }),

  /** The scenes of a room that are named come first. */
  "scene.order": command({
    given: given({
      room: RoomWords,
      scenes: Type.Array(SceneWords, { minItems: 1, maxItems: MOST_IN_A_ROOM, description: "scenes of the room" }),
    }),
    result: Type.Array(SceneView),
    run: async ({ room: words, scenes }, controls) => {
      const { home } = controls.gateway;
      const room = findRoom(home, words);
      if ("refused" in room) return room;
      const { id: roomId, name } = room.found;
      const named: Scene[] = [];
      for (const word of scenes) {
        const scene = findSceneIn(home, room.found, word);
        if ("refused" in scene) return scene;
        if (scene.found.roomId !== roomId)
          return refused(`${quoted(scene.found.name)} is not a scene of ${quoted(name)}.`);
        named.push(scene.found);
      }
      const sceneIds = namedFirst(home.scenesIn(roomId), named).map(({ id }) => id);
      const refusal = await giveCommand(controls, { kind: "scenesOrdered", roomId, sceneIds });
      const after = () => inSequence(home.scenesIn(roomId)).map((scene) => viewOfScene(home, scene));
      return refusal ?? { result: after() };
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

const freeSceneName = (name: string, room: Room, others: readonly Scene[]) =>
  freeName(name, {
    others,
    taken: (namesake) => `${quoted(room.name)} already has a scene ${namesake}. Use another name.`,
  });

const withUnreached = (
  outcome: Outcome<SceneView>,
  unreached: readonly string[],
): Outcome<Static<typeof SavedScene>> =>
  "refused" in outcome ? outcome : { result: { ...outcome.result, unreached: [...unreached] } };
