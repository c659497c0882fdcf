import type { Change } from "../../home/change.ts";
import type { Device } from "../../home/device.ts";
import type { DeviceId } from "../../home/ids.ts";
import type { Light, LightState } from "../../home/light.ts";
import type { Replacement } from "../../home/replacement.ts";
import type { Scene } from "../../home/scene.ts";
import type { Backend, BackendContext, Leaver } from "../backend.ts";
import type { Condition, Source } from "../condition.ts";
import { type EndingClock, endingContext } from "../ending-clock.ts";
import { Bridge } from "./bridge/bridge.ts";
import type { BridgeAddress } from "./bridge/transport.ts";
import { Hearing } from "./hearing.ts";
import { removalOf, renamingOf, roomIdOf, sceneIdOf } from "./ids.ts";
import { Joining } from "./joining.ts";
import { attainable, setPayload } from "./models/lamp-wish.ts";
import { objectionTo } from "./objections.ts";
import { Problems } from "./problems.ts";
import { SerialQueue } from "./serial-queue.ts";
import { sourceOf } from "./source.ts";

/** So long a new name may take to come back. */
const RENAMING_MILLIS = 10_000;

/** Somebody or something came or went, was given back to its group, or is served as something else. */
const isOtherPlace = (replacement: Replacement): boolean => {
  const { in: name, before, after } = replacement;
  if (name === "devices" && before && after) {
    return before.placedByHand !== after.placedByHand || before.asLamp !== after.asLamp;
  }
  return name !== "lights" && name !== "keys" && (!before || !after);
};

/** Some bridges, and what the gateway wants of them. */
export class RunningZigbee2Mqtt implements Backend {
  readonly #context: BackendContext;
  readonly #clock: EndingClock;
  readonly #queue: SerialQueue;
  readonly #problems: Problems;
  readonly #joining: Joining;
  readonly #hearing: Hearing;
  #bridges: readonly Bridge[] = [];

  constructor(surroundings: BackendContext, onSource: (source: Source) => void) {
    ({ context: this.#context, clock: this.#clock } = endingContext(surroundings));
    const { together } = this.#context;
    this.#problems = new Problems(this.#clock.now);
    const onFault = (fault: unknown) => this.#problems.addFault("what Zigbee2MQTT said", fault);
    this.#queue = new SerialQueue({ clock: this.#clock, together, onFault });
    this.#joining = new Joining(this.#queue.clock, () => this.#bridges);
    this.#hearing = new Hearing({
      context: { ...this.#context, clock: this.#queue.clock },
      queue: this.#queue,
      problems: this.#problems,
      onJoining: () => this.#joining.heard(),
      onSource: (bridge) => {
        if (!this.#clock.hasEnded) onSource(sourceOf(bridge));
      },
    });
  }

  start(addresses: readonly BridgeAddress[]): void {
    const surroundings = { listener: this.#hearing, problems: this.#problems, queue: this.#queue };
    this.#bridges = addresses.map((address) => new Bridge(address, surroundings));
    for (const bridge of this.#bridges) this.#hearing.add(bridge);
  }

  setLight({ id, deviceId, on }: Light, wish: Partial<LightState>): void {
    const record = this.#hearing.lamps.get(id);
    if (!record || this.#clock.hasEnded) return;
    const whole = wish.on ? { ...record.held, ...wish } : wish;
    const payload = setPayload(record.lamp, whole, { on });
    const { bridge, entry } = record.listed;
    if (payload) bridge.publish(`${entry.ieeeAddress}/set`, payload);
    // Of a gradient that was set Zigbee2MQTT says nothing unless it is asked.
    const { gradient } = record.lamp;
    if (gradient && payload?.[gradient.property])
      bridge.publish(`${entry.ieeeAddress}/get`, { [gradient.property]: "" });
    record.assume(wish);
    this.#hearing.scenes.wished(bridge, entry);
    const { online } = this.#context.home.devices.get(deviceId) ?? {};
    if (!on && online && bridge.trouble === undefined) this.#hearing.lampHearing.held.hold(record, wish);
  }

  attainable({ id }: Light, wish: Partial<LightState>): Partial<LightState> {
    const record = this.#hearing.lamps.get(id);
    return record ? { ...wish, ...attainable(record.lamp, wish) } : wish;
  }

  /** Zigbee lamps drive no sync boxes. */
  setSyncBox(): void {}

  recallScene(scene: Scene): void {
    for (const bridge of this.#bridges) {
      const group = bridge.groups?.groups.find(({ number }) => roomIdOf(bridge.network, number) === scene.roomId);
      const own = group?.scenes.find(({ number }) => sceneIdOf(scene.roomId, number) === scene.id);
      if (!group || !own) continue;
      this.#hearing.onRecall(bridge, group, own.number);
      bridge.publish(`${group.number}/set`, { scene_recall: own.number });
    }
  }

  openJoining(millis: number): void {
    if (!this.#clock.hasEnded) this.#joining.open(millis);
  }

  joiningMillisLeft(): number {
    return this.#joining.millisLeft();
  }

  /** Names are Zigbee2MQTT's: every gateway and everybody else sees the new one. */
  rename({ id, name }: Device): void {
    const listed = this.#hearing.listing.all.get(id);
    if (!listed || listed.entry.name === name) return;
    const { bridge, entry } = listed;
    bridge.publish("bridge/request/device/rename", { from: entry.ieeeAddress, to: name, transaction: renamingOf(id) });
    this.#queue.clock.after(RENAMING_MILLIS, () => {
      if (this.#hearing.listing.all.get(id)?.entry.name !== entry.name) return;
      this.#problems.add(entry.name, "Zigbee2MQTT did not rename it");
      this.#hearing.listing.align();
    });
  }

  forget({ device: { id }, isForced }: Leaver): void {
    const listed = this.#hearing.listing.all.get(id);
    if (!listed) return;
    this.#hearing.listing.sendAway(id, listed);
    const { bridge, entry } = listed;
    const force = isForced ? { force: true } : {};
    bridge.publish("bridge/request/device/remove", { id: entry.ieeeAddress, ...force, transaction: removalOf(id) });
  }

  follow(replacements: readonly Replacement[]): void {
    if (!replacements.some(isOtherPlace)) return;
    this.#hearing.listing.align();
    for (const bridge of this.#bridges) this.#queue.addNext(() => this.#hearing.askUnsure(bridge));
  }

  objectionTo(change: Change): string | undefined {
    const trouble = change.kind === "deviceRenamed" && this.#hearing.listing.all.get(change.deviceId)?.bridge.trouble;
    if (trouble) return `Names are Zigbee2MQTT's, and it cannot be reached: ${trouble}.`;
    if (change.kind === "deviceTakenAsLamp" && change.asLamp) return this.#objectionToLamp(change.deviceId);
    return objectionTo(this.#context.home, change);
  }

  #objectionToLamp(deviceId: DeviceId): string | undefined {
    const { name, sheet } = this.#hearing.listing.all.get(deviceId)?.entry ?? {};
    if (sheet === undefined) return "Zigbee2MQTT has not listed it yet: whether it switches something is not known.";
    return sheet.switches.length > 0 ? undefined : `${JSON.stringify(name)} has nothing that switches a lamp.`;
  }

  condition(): Condition {
    return {
      sources: this.#bridges.map(sourceOf),
      problems: this.#problems.all(),
      freshnessOf: (lightId) => this.#hearing.lamps.freshnessOf(lightId),
    };
  }

  async stop(): Promise<void> {
    this.#joining.end();
    this.#hearing.lampHearing.leaveNotes();
    this.#clock.end();
    await Promise.all(this.#bridges.map((bridge) => bridge.stop()));
  }
}
