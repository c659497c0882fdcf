import { allAtOnce, type Steps } from "../../../shared/steps.ts";
import { commanded } from "../dimming.ts";
import type { Home } from "../home.ts";
import { belongsToTheHouse } from "../model/device.ts";
import type { DeviceId, LightId, RoomId } from "../model/ids.ts";
import type { Light } from "../model/light.ts";
import { cleanName } from "../model/name.ts";
import { hasColours, type SavedLamp, type Scene, savedLampOf } from "../model/scene.ts";
import { lightsOf, reachableLightsIn } from "../select.ts";
import type { ChangeOf } from "./change.ts";
import { hasFiniteNumbers } from "./finite-numbers.ts";
import type { Outcomes } from "./outcomes.ts";
import { desiredBy, deviates, shows } from "./recall.ts";
import { type Effect, isSame, patched, type Replacement, replaced } from "./replacement.ts";

export function sceneAdded(home: Home, { scene }: ChangeOf<"sceneAdded">): Effect {
  if (home.scenes.get(scene.id)) return "already-there";
  if (!home.rooms.get(scene.roomId)) return "not-found";
  const after = patched(scene, { name: cleanName(scene.name) });
  if (after.name === "" || !hasFiniteNumbers(after) || !hasColours(after)) return "not-allowed";
  if (!areLamps(home, after.lamps)) return "not-allowed";
  return [...(scene.active ? over(activeBeside(home, scene)) : []), { in: "scenes", before: undefined, after }];
}

/** An active scene that gets other colours is no longer active, as its lights do not show them. */
export function sceneChanged(home: Home, { sceneId, scene }: ChangeOf<"sceneChanged">): Effect {
  const before = home.scenes.get(sceneId);
  if (!before) return "not-found";
  const named = scene.name === undefined ? scene : { ...scene, name: cleanName(scene.name) };
  const changed = patched(before, named);
  if (changed.name === "" || !hasColours(changed)) return "not-allowed";
  const after = isSame(changed.colours, before.colours) ? changed : patched(changed, { active: false });
  return replaced({ in: "scenes", before, after });
}

/** The lamps show it at this moment, so it becomes the active scene; a picture would no longer be what it is like. */
export function sceneSaved(home: Home, { sceneId, lamps, colours }: ChangeOf<"sceneSaved">): Effect {
  const before = home.scenes.get(sceneId);
  if (!before) return "not-found";
  const after = patched(before, { lamps, colours, picture: null, active: true });
  const isSound = !before.keptByLamps && hasColours(after) && hasFiniteNumbers(lamps) && areLamps(home, lamps);
  if (!isSound) return "not-allowed";
  return [...over(activeBeside(home, before)), ...replaced({ in: "scenes", before, after })];
}

/** Whether each is a lamp of the home, once. */
const areLamps = (home: Home, lamps: readonly SavedLamp[] = []): boolean =>
  lamps.every(({ lightId }) => home.lights.get(lightId)) &&
  new Set(lamps.map(({ lightId }) => lightId)).size === lamps.length;

/** Scenes that saved lights which are removed know nothing of them any more. */
export function withoutLights(home: Home, gone: readonly LightId[]): readonly Replacement[] {
  if (gone.length === 0) return [];
  const ids = new Set(gone);
  return home.scenes.all().flatMap((before): readonly Replacement[] => {
    if (!before.lamps || !gone.some((id) => savedLampOf(before, id))) return [];
    const lamps = before.lamps.filter(({ lightId }) => !ids.has(lightId));
    return [{ in: "scenes", before, after: { ...before, lamps } }];
  });
}

/** The active saved scenes that the lights of a device do not show, once it can be reached again. */
export function scenesNotShownBy(home: Home, deviceId: DeviceId): readonly Replacement[] {
  const lights = lightsOf(home, home.devices.get(deviceId));
  const active = new ActiveScenes(home).with(deviceId);
  return over(active.filter((scene) => scene.lamps && !lights.every((light) => shows(light, scene))));
}

/**
 * The room's reachable lights get the colours; a scene that lamps store is recalled by them. The other scenes of the room
 * become inactive, and so do scenes of another room with the same lights (the whole house) that the lights no longer
 * show. Whether the lights still show a scene that lamps store is unknown, so such a scene becomes inactive too.
 */
export function* sceneActivated(
  home: Home,
  { sceneId }: ChangeOf<"sceneActivated">,
  outcomes: Outcomes,
): Steps<Effect> {
  const scene = home.scenes.get(sceneId);
  if (!scene) return "not-found";
  const lights = scene.keptByLamps ? [] : reachableLightsIn(home, home.rooms.get(scene.roomId));
  const desired = desiredBy(scene);
  const recalledOf = (light: Light, place: number) => commanded(light, desired(light, place));
  const recalled: Replacement[] = [];
  const active = new ActiveScenes(home);
  const deviated = new Set<Scene>();
  for (const [place, before] of lights.entries()) {
    const after = outcomes.of(before, place, recalledOf);
    if (after !== before) recalled.push({ in: "lights", before, after });
    for (const other of active.with(before.deviceId)) {
      if (other.keptByLamps || deviates(before, after, other)) deviated.add(other);
    }
    yield;
  }
  return [
    ...recalled,
    ...over([...activeBeside(home, scene), ...[...deviated].filter(({ roomId }) => roomId !== scene.roomId)]),
    ...replaced({ in: "scenes", before: scene, after: patched(scene, { active: true }) }),
  ];
}

export function sceneOver(home: Home, { sceneId }: ChangeOf<"sceneOver">): Effect {
  const before = home.scenes.get(sceneId);
  return before ? replaced({ in: "scenes", before, after: patched(before, { active: false }) }) : "not-found";
}

export function sceneRemoved(home: Home, { sceneId }: ChangeOf<"sceneRemoved">): Effect {
  const before = home.scenes.get(sceneId);
  return before ? [{ in: "scenes", before, after: undefined }] : "not-found";
}

/** The scenes that end because their lights changed. */
export const deviatedScenes = (home: Home, lights: readonly ReplacedLight[]): readonly Replacement[] =>
  allAtOnce(deviatedScenesInSteps(home, lights));

export function* deviatedScenesInSteps(home: Home, lights: readonly ReplacedLight[]): Steps<readonly Replacement[]> {
  const active = new ActiveScenes(home);
  const left = new Set<Scene>();
  for (const { before, after } of lights) {
    for (const scene of active.with(before.deviceId)) if (deviates(before, after, scene)) left.add(scene);
    yield;
  }
  return over([...left]);
}

interface ReplacedLight {
  readonly before: Light;
  readonly after: Light;
}

const NO_SCENES: readonly Scene[] = [];

/** The active scenes of a home as it is now, looked up once for each room. */
class ActiveScenes {
  readonly #home: Home;
  readonly #ofHouse: Scene | undefined;
  readonly #byRoom = new Map<RoomId | undefined, readonly Scene[]>();

  constructor(home: Home) {
    this.#home = home;
    this.#ofHouse = activeIn(home, home.wholeHouse?.id);
  }

  /** A device is part of the scenes of its room and of the whole house; a device that is not admitted is in neither. */
  with(deviceId: DeviceId): readonly Scene[] {
    const device = this.#home.devices.get(deviceId);
    if (!device || !belongsToTheHouse(device)) return NO_SCENES;
    const roomId = this.#home.roomIdOf(deviceId) ?? this.#home.unassigned?.id;
    const known = this.#byRoom.get(roomId);
    if (known) return known;
    const scenes = [activeIn(this.#home, roomId), this.#ofHouse].filter((scene) => scene !== undefined);
    this.#byRoom.set(roomId, scenes);
    return scenes;
  }
}

/** The active scene of a scene's room, unless it is that scene. */
const activeBeside = (home: Home, { id, roomId }: Scene): readonly Scene[] => {
  const active = activeIn(home, roomId);
  return active && active.id !== id ? [active] : [];
};

function activeIn(home: Home, roomId: RoomId | undefined): Scene | undefined {
  const sceneId = roomId && home.activeSceneIdIn(roomId);
  return sceneId && home.scenes.get(sceneId);
}

const over = (scenes: readonly Scene[]): readonly Replacement[] =>
  scenes.map((before) => ({ in: "scenes", before, after: { ...before, active: false } }));
