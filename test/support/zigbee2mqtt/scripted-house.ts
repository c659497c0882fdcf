import { aBulb, aGroup, ieeeAddress, type StandInDevice, type StandInGroup } from "./devices.ts";
import type { ModelName } from "./models.ts";
import type { ScriptedBridge } from "./scripted-bridge.ts";
import { type Happening, type Look, stateOf } from "./zigbee-happening.ts";

const KINDS: readonly ModelName[] = ["colour", "dimmable", "whiteSpectrum", "twoEndpoints", "plug"];

/** A home of a few devices and groups, whose events a scripted bridge publishes. */
export class ScriptedHouse {
  readonly #bridge: ScriptedBridge;
  readonly #devices = new Map<number, StandInDevice>();
  readonly #groups = new Map<number, StandInGroup>();
  readonly #looks = new Map<number, Look>();

  /** With a lamp of each kind to begin with, in two rooms. */
  constructor(bridge: ScriptedBridge) {
    this.#bridge = bridge;
    for (const device of [1, 2, 3, 4]) this.#listed({ kind: "listed", device, name: `Device ${device}` });
    this.#grouped({ kind: "grouped", group: 5, name: "Kitchen", members: [1, 2] });
    this.#grouped({ kind: "grouped", group: 3, name: "Hall", members: [2, 3] });
    for (const group of [3, 5]) this.#scenes({ kind: "scenes", group, scenes: [1, 2] });
  }

  list(): void {
    this.#bridge.list({ devices: [...this.#devices.values()], groups: [...this.#groups.values()] });
  }

  /** All devices report their whole states, at a bridge. */
  deliverAll(bridge = this.#bridge): void {
    for (const [number, { name }] of this.#devices) bridge.deliver(name, stateOf(this.#lookOf(number)));
  }

  happens(happening: Happening): void {
    switch (happening.kind) {
      case "listed":
        this.#listed(happening);
        break;
      case "unlisted":
        this.#unlisted(happening.device);
        break;
      case "grouped":
        this.#grouped(happening);
        break;
      case "ungrouped":
        this.#groups.delete(happening.group);
        this.list();
        break;
      case "scenes":
        this.#scenes(happening);
        break;
      case "brokenList":
        this.#brokenList(happening);
        break;
      case "shown":
        this.#shown(happening);
        break;
      case "available":
        this.#available(happening);
        break;
      case "recalled":
        this.#bridge.deliver(`${happening.group}/set`, { scene_recall: happening.scene });
        break;
      case "announced":
        this.#announced(happening.device);
        break;
      case "running":
        this.#bridge.retain("bridge/state", { state: happening.isRunning ? "online" : "offline" });
        break;
    }
  }

  /** As Zigbee2MQTT renames: what was retained under the old name is cleared, and published under the new one. */
  #listed({ device: number, name }: Extract<Happening, { kind: "listed" }>): void {
    if ([...this.#devices.values()].some((device) => device.name === name)) return;
    const before = this.#devices.get(number);
    const oldTopic = `${before?.name}/availability`;
    const retained = this.#bridge.retained.find(([topic]) => topic === oldTopic);
    if (retained) this.#bridge.retain(oldTopic, "");
    this.#devices.set(
      number,
      aBulb({ ieee: ieeeAddress(number), name, model: KINDS[number % KINDS.length] ?? "colour" }),
    );
    if (retained) this.#bridge.retain(`${name}/availability`, retained[1]);
    this.list();
  }

  #unlisted(number: number): void {
    const device = this.#devices.get(number);
    if (!device) return;
    this.#bridge.retain(`${device.name}/availability`, "");
    this.#devices.delete(number);
    this.list();
  }

  #grouped({ group: id, name, members }: Extract<Happening, { kind: "grouped" }>): void {
    const scenes = this.#groups.get(id)?.scenes ?? [];
    const present = members.flatMap((number) => this.#devices.get(number) ?? []);
    this.#groups.set(id, aGroup({ id, name, members: present, scenes }));
    this.list();
  }

  #scenes({ group: id, scenes }: Extract<Happening, { kind: "scenes" }>): void {
    const group = this.#groups.get(id);
    if (!group) return;
    this.#groups.set(id, { ...group, scenes: scenes.map((scene) => ({ id: scene, name: `Scene ${id} ${scene}` })) });
    this.list();
  }

  /** Delivered without being retained: the broker retains the list before. */
  #brokenList({ topic, length }: Extract<Happening, { kind: "brokenList" }>): void {
    const whole = this.#bridge.retained.find((retained) => retained[0] === topic)?.[1] ?? new Uint8Array();
    this.#bridge.deliver(topic, whole.subarray(0, length % whole.length));
  }

  #shown({ device: number, look, isPartly }: Extract<Happening, { kind: "shown" }>): void {
    const device = this.#devices.get(number);
    if (!device) return;
    const now = isPartly ? { ...this.#lookOf(number), brightness: look.brightness } : look;
    this.#looks.set(number, now);
    const { brightness, brightness_l1, brightness_l2 } = stateOf(now);
    this.#bridge.deliver(device.name, isPartly ? { brightness, brightness_l1, brightness_l2 } : stateOf(now));
  }

  #available({ device: number, isOnline }: Extract<Happening, { kind: "available" }>): void {
    const device = this.#devices.get(number);
    if (device) this.#bridge.retain(`${device.name}/availability`, { state: isOnline ? "online" : "offline" });
  }

  #announced(number: number): void {
    this.#bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: ieeeAddress(number) } });
  }

  #lookOf(number: number): Look {
    return this.#looks.get(number) ?? { on: true, brightness: 100 + number, mired: 250 };
  }
}
