import { applyCommand } from "./apply-command.ts";
import type { StandInDevice, StandInGroup } from "./devices.ts";
import type { State } from "./models.ts";
import { type Network, partOf, type Target } from "./network.ts";
import type { StandInPublisher } from "./publisher.ts";
import { doScene, isAboutScenes } from "./scenes.ts";

/** A command to a device or a group. */
export interface StandInCommand {
  readonly verb: "set" | "get";
  readonly target: string;
  readonly message: State;
}

const WORDS = ["on", "off", "toggle"];

/** The command in a message, if it is one; the topic is without the base. */
export function parseCommand(topic: string, payload: string): StandInCommand | undefined {
  const [, target = "", verb, attribute] = /^(?!bridge)(.+?)\/(get|set)(?:\/(.+))?$/.exec(topic) ?? [];
  if (verb !== "get" && verb !== "set") return undefined;
  const value = parseJson(payload);
  if (attribute !== undefined) return { verb, target, message: { [attribute]: value } };
  if (isState(value)) return { verb, target, message: value };
  return WORDS.includes(payload.toLowerCase()) ? { verb, target, message: { state: payload } } : undefined;
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return payload;
  }
}

const isState = (value: unknown): value is State =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Executes commands for devices and groups, and publishes their outcome. */
export class CommandExecutor {
  readonly #network: Network;
  readonly #publisher: StandInPublisher;

  constructor(network: Network, publisher: StandInPublisher) {
    this.#network = network;
    this.#publisher = publisher;
  }

  follow({ verb, target: text, message }: StandInCommand): void {
    const target = this.#network.target(text);
    if (!target) this.#publisher.complaint(`Entity '${text}' is unknown`);
    else if (verb === "get") this.#tell(target, message);
    else if (isAboutScenes(message)) {
      const changes = doScene({ network: this.#network, target, message });
      for (const { device, change } of changes) this.change(device, change);
      this.#publisher.devices();
      this.#publisher.groups();
    } else if ("device" in target) this.#set(target.device, message, target.endpoint);
    else this.#setGroup(target.group, message);
  }

  /** A lamp changed: its state is published, and those of its groups follow. */
  change(device: StandInDevice, change: State): void {
    if (Object.keys(change).length === 0) return;
    const whole = this.#network.change(device.ieee, change);
    this.#publisher.state(device.name, { whole, change });
    for (const group of this.#network.groupsOf(device.ieee)) this.#tellGroup(group, change);
  }

  #set(device: StandInDevice, message: State, endpoint: string | undefined): void {
    if (this.#network.deaf.has(device.ieee)) {
      this.#publisher.complaint(`Publish 'set' to '${device.name}' failed: delivery failed`);
      return;
    }
    const order = endpoint === undefined ? { message } : { message, endpoint };
    const obeyed = applyCommand(device.model, this.#network.stateOf(device.ieee), order);
    if ("refused" in obeyed) this.#publisher.complaint(obeyed.refused);
    else this.change(device, obeyed.change);
  }

  #setGroup(group: StandInGroup, message: State): void {
    for (const member of group.members) {
      const device = this.#network.device(member.ieee);
      if (device) this.#set(device, message, partOf(device, member));
    }
  }

  /** A group is published as off only once all its members are off. */
  #tellGroup(group: StandInGroup, change: State): void {
    const isOn = group.members.some(({ ieee }) =>
      Object.entries(this.#network.stateOf(ieee)).some(([name, value]) => name.startsWith("state") && value === "ON"),
    );
    const plain: State = Object.fromEntries(Object.entries(change).filter(([name]) => OF_GROUPS.includes(name)));
    if (Object.keys(plain).length === 0 || (plain.state === "OFF" && isOn)) return;
    this.#publisher.state(group.name, { whole: this.#network.changeGroup(group.id, plain), change: plain });
  }

  /** Groups cannot be read: Zigbee has no such request. */
  #tell(target: Target, asked: State): void {
    if (!("device" in target) || this.#network.deaf.has(target.device.ieee)) return;
    const suffix = target.endpoint === undefined ? "" : `_${target.endpoint}`;
    const state = this.#network.stateOf(target.device.ieee);
    const names = Object.keys(asked).map((name) => (name + suffix in state ? name + suffix : name));
    const change = Object.fromEntries(names.filter((name) => name in state).map((name) => [name, state[name]]));
    if (Object.keys(change).length > 0) this.#publisher.state(target.device.name, { whole: state, change });
  }
}

const OF_GROUPS = ["state", "brightness", "color_temp", "color", "color_mode"];
