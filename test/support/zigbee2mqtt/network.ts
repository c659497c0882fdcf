import type { Member, StandInDevice, StandInGroup } from "./devices.ts";
import type { State } from "./models.ts";

/** The device or group of a topic, and the endpoint. */
export type Target = { readonly device: StandInDevice; readonly endpoint?: string } | { readonly group: StandInGroup };

/** The devices and groups of a Zigbee network, and the actual state of each lamp. */
export class Network {
  readonly devices = new Map<string, StandInDevice>();
  readonly groups = new Map<number, StandInGroup>();
  readonly #states = new Map<string, State>();
  readonly #groupStates = new Map<number, State>();
  /** What each lamp keeps of a scene of a group. */
  readonly #scenes = new Map<string, State>();
  /** Devices that nothing reaches. */
  readonly deaf = new Set<string>();

  constructor(devices: readonly StandInDevice[], groups: readonly StandInGroup[]) {
    for (const device of devices) this.add(device);
    for (const group of groups) this.groups.set(group.id, group);
  }

  add(device: StandInDevice): void {
    this.devices.set(device.ieee, device);
    if (!this.#states.has(device.ieee)) this.#states.set(device.ieee, device.model.state);
  }

  /** It leaves its groups, too; how it was is not forgotten, for it may come back. */
  remove(ieee: string): void {
    this.devices.delete(ieee);
    for (const group of this.groups.values()) {
      this.groups.set(group.id, { ...group, members: group.members.filter((member) => member.ieee !== ieee) });
    }
  }

  stateOf(ieee: string): State {
    return this.#states.get(ieee) ?? {};
  }

  change(ieee: string, change: State): State {
    const state = { ...this.stateOf(ieee), ...change };
    this.#states.set(ieee, state);
    return state;
  }

  changeGroup(id: number, change: State): State {
    const state = { ...this.#groupStates.get(id), ...change };
    this.#groupStates.set(id, state);
    return state;
  }

  keepScene(key: SceneKey, state: State): void {
    this.#scenes.set(keyText(key), state);
  }

  keptScene(key: SceneKey): State | undefined {
    return this.#scenes.get(keyText(key));
  }

  groupsOf(ieee: string): readonly StandInGroup[] {
    return [...this.groups.values()].filter(({ members }) => members.some((member) => member.ieee === ieee));
  }

  device(nameOrIeee: string): StandInDevice | undefined {
    return this.devices.get(nameOrIeee) ?? [...this.devices.values()].find(({ name }) => name === nameOrIeee);
  }

  group(nameOrId: string): StandInGroup | undefined {
    const groups = [...this.groups.values()];
    return groups.find(({ name }) => name === nameOrId) ?? groups.find(({ id }) => String(id) === nameOrId);
  }

  /** A name, an address or a group's number; of a device, a part may stand behind a slash. */
  target(text: string): Target | undefined {
    const device = this.device(text);
    if (device) return { device };
    const group = this.group(text);
    if (group) return { group };
    const slash = text.lastIndexOf("/");
    const owner = slash > 0 ? this.device(text.slice(0, slash)) : undefined;
    const endpoint = owner && endpointNamed(owner, text.slice(slash + 1));
    return owner && endpoint !== undefined ? { device: owner, endpoint } : undefined;
  }
}

interface SceneKey {
  readonly groupId: number;
  readonly sceneId: number;
  readonly ieee: string;
}

const keyText = ({ groupId, sceneId, ieee }: SceneKey): string => `${groupId} ${sceneId} ${ieee}`;

const endpointNamed = ({ model }: StandInDevice, text: string): string | undefined => {
  const found = Object.entries(model.endpoints).find(([number, name]) => name === text || number === text);
  return found && (found[1] ?? found[0]);
};

/** The name of the part that is a member, if it has one. */
export const partOf = ({ model }: StandInDevice, { endpoint }: Member): string | undefined => model.endpoints[endpoint];
