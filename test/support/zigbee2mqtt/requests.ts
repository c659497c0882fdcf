import { memberOf, type StandInDevice, type StandInGroup } from "./devices.ts";
import type { State } from "./models.ts";
import type { Network } from "./network.ts";
import type { StandInPublisher } from "./publisher.ts";

const MOST_JOINING_SECONDS = 254;

/** What requests change beyond devices and groups. */
export interface Doors {
  permitJoin(seconds: number): void;
  rename(device: StandInDevice, to: string): void;
}

/** Responds to requests to the bridge, also to invalid ones. */
export class Requests {
  readonly #network: Network;
  readonly #publisher: StandInPublisher;
  readonly #doors: Doors;

  constructor(network: Network, publisher: StandInPublisher, doors: Doors) {
    this.#network = network;
    this.#publisher = publisher;
    this.#doors = doors;
  }

  /** `request` is what stands behind "bridge/request/". */
  answer(request: string, payload: string): void {
    const doIt = this.#all[request];
    if (!doIt) return;
    const message = messageIn(payload);
    const { transaction: number } = message;
    const transaction = number === undefined ? {} : { transaction: number };
    try {
      this.#publisher.response(request, { data: doIt(message), status: "ok", ...transaction });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#publisher.response(request, { data: {}, status: "error", error: reason, ...transaction });
    }
  }

  readonly #all: Readonly<Record<string, (message: State) => State>> = {
    permit_join: ({ value, time = MOST_JOINING_SECONDS }) => {
      const seconds = value === false ? 0 : Number(time);
      if (!(seconds >= 0 && seconds <= MOST_JOINING_SECONDS)) {
        throw new Error(`Cannot permit join for more than ${MOST_JOINING_SECONDS} seconds.`);
      }
      this.#doors.permitJoin(seconds);
      return { time: seconds };
    },
    "device/rename": ({ from, to }) => {
      const device = this.#device(from);
      const name = this.#freeName(to);
      this.#doors.rename(device, name);
      return { from: device.name, to: name, homeassistant_rename: false };
    },
    "device/remove": ({ id, force }) => {
      const device = this.#device(id);
      if (this.#network.deaf.has(device.ieee) && force !== true) {
        throw new Error(`Failed to remove device '${device.name}' (block: false, force: false) (no answer)`);
      }
      this.#network.remove(device.ieee);
      this.#publisher.silence(device.name);
      this.#publisher.groups();
      this.#publisher.devices();
      return { id, block: false, force: force === true };
    },
    "group/add": ({ friendly_name, id }) => {
      const name = this.#freeName(friendly_name);
      const number = typeof id === "number" ? id : Math.max(0, ...this.#network.groups.keys()) + 1;
      this.#network.groups.set(number, { id: number, name, members: [], scenes: [] });
      this.#publisher.groups();
      return { friendly_name: name, id: number };
    },
    "group/rename": ({ from, to }) => {
      const group = this.#group(from);
      const name = this.#freeName(to);
      this.#network.groups.set(group.id, { ...group, name });
      this.#publisher.silence(group.name);
      this.#publisher.groups();
      return { from: group.name, to: name, homeassistant_rename: false };
    },
    "group/remove": ({ id }) => {
      const group = this.#group(id);
      this.#network.groups.delete(group.id);
      this.#publisher.silence(group.name);
      this.#publisher.groups();
      return { id, force: false };
    },
    "group/members/add": (message) => this.#changeMembers(message, "add"),
    "group/members/remove": (message) => this.#changeMembers(message, "remove"),
  };

  #changeMembers({ group: inGroup, device: which, endpoint }: State, how: "add" | "remove"): State {
    const group = this.#group(inGroup);
    const device = this.#device(which);
    const member = typeof endpoint === "number" ? { ieee: device.ieee, endpoint } : memberOf(device);
    const others = group.members.filter(({ ieee, endpoint: at }) => ieee !== member.ieee || at !== member.endpoint);
    this.#network.groups.set(group.id, { ...group, members: how === "add" ? [...others, member] : others });
    this.#publisher.groups();
    return { device: which, endpoint: endpoint ?? "default", group: inGroup };
  }

  #device(text: unknown): StandInDevice {
    const device = this.#network.device(String(text));
    if (!device) throw new Error(`Device '${text}' does not exist`);
    return device;
  }

  #group(text: unknown): StandInGroup {
    const group = this.#network.group(String(text));
    if (!group) throw new Error(`Group '${text}' does not exist`);
    return group;
  }

  #freeName(text: unknown): string {
    const name = String(text).trim();
    if (name === "" || /[+#]|^\/|\/$|\/\//.test(name)) throw new Error(`Name '${name}' is not allowed`);
    if (this.#network.device(name) || this.#network.group(name)) {
      throw new Error(`friendly_name '${name}' is already in use`);
    }
    return name;
  }
}

/** Plain text is short for the one thing that a request is about. */
function messageIn(payload: string): State {
  try {
    const value: unknown = JSON.parse(payload);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Plain text, as below.
  }
  return { id: payload.trim(), time: payload.trim(), friendly_name: payload.trim() };
}
