import { applyCommand } from "./apply-command.ts";
import type { StandInDevice, StandInGroup } from "./devices.ts";
import type { State } from "./models.ts";
import { type Network, partOf, type Target } from "./network.ts";

interface SceneOrder {
  readonly network: Network;
  readonly target: Target;
  readonly message: State;
}

interface Changed {
  readonly device: StandInDevice;
  readonly change: State;
}

const KEYS = ["scene_store", "scene_add", "scene_recall", "scene_rename", "scene_remove", "scene_remove_all"];

export const isAboutScenes = (message: State): boolean => KEYS.some((key) => key in message);

/** Scenes of groups, which the lamps keep. Returns what a recall changes. */
export function doScene({ network, target, message }: SceneOrder): readonly Changed[] {
  if (!("group" in target)) return [];
  const { group } = target;
  const { scene_recall: recalled, scene_remove: removed, scene_rename: renamed, scene_add: added } = message;
  if (recalled !== undefined) return recall(network, group, Number(recalled));
  if ("scene_remove_all" in message) network.groups.set(group.id, { ...group, scenes: [] });
  else if (removed !== undefined) list(network, group, { id: Number(removed) });
  else if (renamed !== undefined) list(network, group, named(renamed));
  else if (added !== undefined) add(network, group, added);
  else store(network, group, message);
  return [];
}

/** Each lamp as it is now. */
function store(network: Network, group: StandInGroup, { scene_store: told }: State): void {
  const scene = named(told);
  for (const { device } of membersOf(network, group)) {
    network.keepScene({ groupId: group.id, sceneId: scene.id, ieee: device.ieee }, network.stateOf(device.ieee));
  }
  list(network, group, scene);
}

/** Each lamp with the state that is given here. */
function add(network: Network, group: StandInGroup, told: unknown): void {
  const scene = named(told);
  const message = typeof told === "object" && told !== null ? { state: "ON", ...told } : {};
  for (const { device, part } of membersOf(network, group)) {
    const state = network.stateOf(device.ieee);
    const obeyed = applyCommand(device.model, state, part === undefined ? { message } : { message, endpoint: part });
    const key = { groupId: group.id, sceneId: scene.id, ieee: device.ieee };
    if ("change" in obeyed) network.keepScene(key, { ...state, ...obeyed.change });
  }
  list(network, group, scene);
}

/** A lamp that came later knows nothing of a scene that was there before. */
function recall(network: Network, group: StandInGroup, sceneId: number): readonly Changed[] {
  return membersOf(network, group).flatMap(({ device }) => {
    const kept = network.keptScene({ groupId: group.id, sceneId, ieee: device.ieee });
    if (!kept || network.deaf.has(device.ieee)) return [];
    const { linkquality: _, ...change } = kept;
    return [{ device, change }];
  });
}

const membersOf = (network: Network, group: StandInGroup) =>
  group.members.flatMap((member) => {
    const device = network.device(member.ieee);
    return device ? [{ device, part: partOf(device, member) }] : [];
  });

/** Puts a scene into the list of its group; without a name, takes it out. */
function list(
  network: Network,
  group: StandInGroup,
  { id, name }: { readonly id: number; readonly name?: string },
): void {
  const others = group.scenes.filter((scene) => scene.id !== id);
  const scenes = name === undefined ? others : [...others, { id, name }];
  network.groups.set(group.id, { ...group, scenes: scenes.toSorted((one, other) => one.id - other.id) });
}

function named(told: unknown): { readonly id: number; readonly name: string } {
  const { ID: id, name } =
    typeof told === "object" && told !== null ? { ID: 0, name: undefined, ...told } : { ID: told };
  return { id: Number(id), name: typeof name === "string" ? name : `Scene ${id}` };
}
