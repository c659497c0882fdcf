import fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../../../test/support/depth.ts";
import { ManualClock } from "../../../../../test/support/gateway/manual-clock.ts";
import { settled } from "../../../../../test/support/store/stored-gateway.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { ScriptedOperator } from "../../../../../test/support/zigbee2mqtt/scripted-operator.ts";
import {
  MANNERS,
  type Manner,
  ScriptedZigbee2Mqtt,
} from "../../../../../test/support/zigbee2mqtt/scripted-zigbee2mqtt.ts";
import { deviceIdOf } from "../ids.ts";

const RUNS = times(150);

/** Two networks, so that one can be away while the other is not. */
const HOUSE = [
  aBulb({ ieee: ieeeAddress(1), name: "A" }),
  aBulb({ ieee: ieeeAddress(2), name: "B", model: "twoEndpoints" }),
];
const BARN = [aBulb({ ieee: ieeeAddress(3), name: "C" })];
const GROUPS = [aGroup({ id: 5, name: "Kitchen", members: HOUSE, scenes: [{ id: 1, name: "Bright" }] })];
const ALL = [...HOUSE, ...BARN];

interface Step {
  readonly what: "rename" | "remove" | "remove by force" | "set" | "activate" | "join";
  readonly lamp: number;
  readonly name: string;
  readonly isDeaf: boolean;
  readonly manner: Manner;
  /** The operator presses Ctrl-C right away. */
  readonly leaves: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom("rename", "remove", "remove by force", "set", "activate", "join"),
  lamp: fc.nat(ALL.length - 1),
  name: fc.constantFrom("A", "B", "C", "D", "kitchen/lamp"),
  isDeaf: fc.boolean(),
  manner: fc.constantFrom(...MANNERS),
  leaves: fc.boolean(),
});

/** What is known to have been refused, and not done; of anything else nobody knows. */
const isKnown = (lines: readonly string[]): boolean => !lines.some((line) => line.includes("outcome is unknown"));

class Trial {
  readonly clock = new ManualClock();
  readonly house = new ScriptedZigbee2Mqtt({
    clock: this.clock,
    devices: HOUSE,
    groups: GROUPS,
    name: "mqtt://house.lan/z",
  });
  readonly barn = new ScriptedZigbee2Mqtt({
    clock: this.clock,
    devices: BARN,
    name: "mqtt://barn.lan/z",
    style: { coordinator: "0x00124b00aaaaaaaa" },
  });
  readonly scripted = new ScriptedGateway({ clock: this.clock, bridges: [this.house.bridge, this.barn.bridge] });
  readonly operator = new ScriptedOperator(this.scripted);

  constructor() {
    for (const one of [this.house, this.barn]) one.come();
  }

  /** The name that a lamp has for those behind the gateway, and for the gateway. */
  namesOf(lamp: number): readonly (string | undefined)[] {
    const { ieee = "" } = ALL[lamp] ?? {};
    const there = this.#behind(lamp).network.devices.get(ieee)?.name;
    return [there, this.scripted.home.devices.get(deviceIdOf(ieee))?.name];
  }

  async take(step: Step): Promise<void> {
    const { lamp, manner, isDeaf } = step;
    const behind = step.what === "activate" ? this.house : this.#behind(lamp);
    const ieee = ALL[lamp]?.ieee ?? "";
    behind.manner = manner;
    if (isDeaf) behind.network.deaf.add(ieee);
    await this.#doIt(step, behind);
    behind.network.deaf.delete(ieee);
    await this.#settleDown();
    expect(this.scripted.deviceNames).toEqual([...this.house.deviceNames, ...this.barn.deviceNames].sort());
    expect(this.scripted.backend.joiningMillisLeft() > 0).toBe(this.house.isJoiningOpen || this.barn.isJoiningOpen);
    // What is left of questions to a lamp that is gone by now is nobody's fault.
    expect(this.scripted.problems.filter(({ about }) => !about.endsWith("/get"))).toEqual([]);
  }

  async #doIt(step: Step, behind: ScriptedZigbee2Mqtt): Promise<void> {
    switch (step.what) {
      case "rename":
        return this.#rename(step);
      case "remove":
      case "remove by force":
        return this.#remove(step);
      case "set":
        return this.#set(step, behind);
      case "activate":
        return this.#activate(step);
      case "join":
        return this.#join(step);
      default:
        return step.what satisfies never;
    }
  }

  async #rename({ lamp, name, leaves }: Step): Promise<void> {
    const before = this.namesOf(lamp);
    const device = deviceIdOf(ALL[lamp]?.ieee ?? "");
    const asked = this.operator.begin("device.rename", { device, name });
    if (leaves) asked.leave();
    const outcome = await this.operator.outcomeOf(asked);
    if ("result" in outcome) expect(this.namesOf(lamp)).toEqual([name, name]);
    else if (isKnown(outcome.refused)) expect(this.namesOf(lamp)).toEqual(before);
  }

  async #remove({ lamp, what, leaves }: Step): Promise<void> {
    const before = this.namesOf(lamp);
    const device = deviceIdOf(ALL[lamp]?.ieee ?? "");
    const asked = this.operator.begin("device.remove", { device, force: what === "remove by force" });
    if (leaves) asked.leave();
    const outcome = await this.operator.outcomeOf(asked);
    if ("result" in outcome) expect(this.namesOf(lamp)).toEqual([undefined, undefined]);
    else if (isKnown(outcome.refused)) expect(this.namesOf(lamp)).toEqual(before);
  }

  /** There is no answer to a command: what a lamp says itself is. */
  async #set({ lamp, isDeaf }: Step, behind: ScriptedZigbee2Mqtt): Promise<void> {
    const { ieee = "" } = ALL[lamp] ?? {};
    const outcome = await this.operator.do("set", { device: deviceIdOf(ieee), words: ["toggle"], wait: true });
    if (!("result" in outcome)) return;
    expect(isDeaf).toBe(false);
    const { state, state_l1 } = behind.network.stateOf(ieee);
    const { lights } = outcome.result;
    expect(Array.isArray(lights) && lights.some(({ on }) => on)).toBe((state ?? state_l1) === "ON");
  }

  async #activate({ leaves }: Step): Promise<void> {
    this.house.bridge.take();
    const asked = this.operator.begin("scene.activate", { scene: "Bright", wait: true });
    if (leaves) asked.leave();
    const outcome = await this.operator.outcomeOf(asked);
    const recalls = this.house.bridge.take("5/set").map(({ payload }) => payload);
    if ("result" in outcome) expect(recalls).toEqual([{ scene_recall: 1 }]);
    else if (isKnown(outcome.refused)) expect(recalls).toEqual([]);
  }

  /** The barn is asked, too, and is as it always is: one of them is enough. */
  async #join({ leaves }: Step): Promise<void> {
    const asked = this.operator.begin("join", { seconds: 20 });
    for (let round = 0; round < 3; round += 1) await settled();
    if (leaves) asked.leave();
    const outcome = await this.operator.outcomeOf(asked);
    const told = asked.news.flatMap((news) => ("joining" in news ? [news.joining] : []));
    expect("result" in outcome).toBe(told[0] === "open");
    if ("result" in outcome && !told.includes("still-open") && leaves) {
      expect(this.scripted.backend.joiningMillisLeft()).toBe(0);
    }
  }

  /** All are there again, and all that was late has come. */
  async #settleDown(): Promise<void> {
    for (const one of [this.house, this.barn]) one.come();
    for (let second = 0; second < 70; second += 1) {
      await settled();
      this.scripted.pass(1_000);
    }
    await settled();
  }

  #behind(lamp: number): ScriptedZigbee2Mqtt {
    return lamp < HOUSE.length ? this.house : this.barn;
  }
}

test("whatever becomes of a request and its answer, nothing says done that is not, and in the end home and Zigbee2MQTT agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 4 }), async (steps) => {
      const trial = new Trial();
      for (const step of steps) await trial.take(step);
      await trial.scripted.stop();
    }),
    { numRuns: RUNS },
  );
});
