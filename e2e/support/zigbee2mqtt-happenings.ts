import { Seeded } from "../../test/support/home/seeded.ts";
import {
  aBulb,
  ieeeAddress,
  memberOf,
  type StandInDevice,
  type StandInGroup,
} from "../../test/support/zigbee2mqtt/devices.ts";
import { MODELS, type ModelName, type State } from "../../test/support/zigbee2mqtt/models.ts";
import type { StandInZigbee2Mqtt } from "../../test/support/zigbee2mqtt/stand-in.ts";

const MODEL_NAMES = Object.keys(MODELS) as [ModelName, ...ModelName[]];
const LONGEST_JOINING_SECONDS = 254;
/** When there are so many, one leaves before another joins. */
const MOST_DEVICES = 40;

/** Devices of every kind, some of them in groups. */
export function someDevices(count: number): readonly StandInDevice[] {
  return Array.from({ length: count }, (_, place) => someDevice(place + 1));
}

const someDevice = (number: number): StandInDevice =>
  aBulb({
    ieee: ieeeAddress(number),
    name: number % 3 === 0 ? `Room ${number % 7}/Device ${number}` : `Device ${number}`,
    model: MODEL_NAMES[number % MODEL_NAMES.length] ?? "colour",
  });

/** What happens in a house, by chance: lamps, switches and other people's programs, devices that come and go. */
export class Happenings {
  readonly #standIn: StandInZigbee2Mqtt;
  readonly #chance: Seeded;
  #newcomers = 1_000;
  #names = 0;

  constructor(standIn: StandInZigbee2Mqtt, seed: number) {
    this.#standIn = standIn;
    this.#chance = new Seeded(seed);
  }

  /** Most often a lamp changes. */
  happen(): void {
    const device = this.#one([...this.#standIn.network.devices.values()]);
    const group = this.#one([...this.#standIn.network.groups.values()]);
    if (this.#chance.below(100) < 70 && device) this.#change(device);
    else if (this.#chance.below(2) === 0 && group) this.#happenTo(group);
    else if (device) this.#befall(device);
  }

  #change({ ieee, model }: StandInDevice): void {
    const parts = model.exposes.filter(({ type }) => type === "light" || type === "switch");
    const suffixes = parts.map(({ endpoint }) => (endpoint === undefined ? "" : `_${endpoint}`));
    const state = Object.assign({}, ...suffixes.map((suffix) => this.#someState(model.state, suffix)));
    this.#standIn.change(ieee, { ...state, linkquality: 1 + this.#chance.below(250) });
  }

  /** Some properties that such a lamp reports; a lamp that is turned off keeps all others. */
  #someState(usual: State, suffix: string): State {
    const below = (limit: number) => this.#chance.below(limit);
    if (below(3) === 0) return `state${suffix}` in usual ? { [`state${suffix}`]: "OFF" } : {};
    const values = {
      [`state${suffix}`]: "ON",
      [`brightness${suffix}`]: 1 + below(254),
      [`color_temp${suffix}`]: 250 + below(200),
      ...this.#someColour(usual, suffix),
    };
    return Object.fromEntries(Object.entries(values).filter(([name]) => name in usual));
  }

  /** In the values that such a lamp has for it. */
  #someColour({ color_mode: mode }: State, suffix: string): State {
    const below = (limit: number) => this.#chance.below(limit);
    if (mode === "hs") {
      return { color: { hue: below(361), saturation: below(101) }, color_mode: "hs" };
    }
    return {
      [`color${suffix}`]: { x: below(8_000) / 10_000, y: (1 + below(8_000)) / 10_000 },
      [`color_mode${suffix}`]: below(2) === 0 ? "xy" : "color_temp",
    };
  }

  #happenTo(group: StandInGroup): void {
    const [scene] = group.scenes;
    const ways = [
      () => this.#say(`${group.name}/set`, { state: this.#chance.oneOf(["ON", "OFF", "TOGGLE"]), brightness: 77 }),
      () => this.#say(`${group.id}/set`, { scene_recall: scene?.id ?? 1 }),
      () =>
        this.#say(`${group.id}/set`, {
          scene_store: { ID: 1 + this.#chance.below(3), name: this.#freshName("Scene") },
        }),
      () => this.#say("bridge/request/group/rename", { from: group.name, to: this.#freshName("Regrouped") }),
      () => this.#changeMembers(group),
    ] as const;
    this.#chance.oneOf(ways)();
  }

  #changeMembers(group: StandInGroup): void {
    const device = this.#one([...this.#standIn.network.devices.values()]);
    if (!device) return;
    const others = group.members.filter(({ ieee }) => ieee !== device.ieee);
    const isMember = others.length < group.members.length;
    this.#standIn.setGroup({ ...group, members: isMember ? others : [...group.members, memberOf(device)] });
  }

  #befall(device: StandInDevice): void {
    const isDeaf = this.#standIn.network.deaf.has(device.ieee);
    const ways = [
      () => this.#standIn.setReachable(device.ieee, isDeaf),
      () => this.#standIn.setReachable(device.ieee, isDeaf),
      () => this.#standIn.rename(device.ieee, this.#freshName("Renamed")),
      () => (this.#standIn.network.devices.size < MOST_DEVICES ? this.#join() : this.#standIn.leave(device.ieee)),
    ] as const;
    this.#chance.oneOf(ways)();
  }

  #join(): void {
    this.#newcomers += 1;
    this.#standIn.permitJoin(LONGEST_JOINING_SECONDS);
    this.#standIn.join(someDevice(this.#newcomers), this.#chance.oneOf(["SUCCESSFUL", "SUCCESSFUL", "FAILED"]));
  }

  #say(topic: string, payload: State): void {
    this.#standIn.publishRaw(topic, JSON.stringify(payload));
  }

  #freshName(what: string): string {
    this.#names += 1;
    return `${what} ${this.#names}${this.#names % 4 === 0 ? "/é" : ""}`;
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#chance.below(Math.max(1, items.length))];
  }
}
