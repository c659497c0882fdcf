import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress, type StandInDevice } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const MANY = Array.from({ length: 10 }, (_, at) => aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}` }));
const ANSWER_MILLIS = 2_000;
/** Until then Zigbee2MQTT does not hear questions. */
const STARTS_MILLIS = 5_000;
const AGAIN_MILLIS = 30_000;

/** Who was polled for what since the last time. */
const questions = ({ bridge }: ScriptedGateway) =>
  bridge.take("/get").map(({ topic, payload }) => [topic.slice(0, -"/get".length), Object.keys(payload ?? {})]);

function withDevices(...devices: readonly StandInDevice[]): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices, groups: [] });
  return scripted;
}

describe("a lamp", () => {
  let scripted: ScriptedGateway;

  beforeEach(() => {
    scripted = withDevices(LAMP);
  });

  test("is polled first for whether it is on, and only then for the rest", () => {
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 200 });
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });

  test("that is off is polled for nothing else", () => {
    questions(scripted);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });

  test("that reports something else has not responded yet", () => {
    questions(scripted);
    scripted.bridge.deliver("Lamp", { linkquality: 3 });
    scripted.bridge.deliver("Lamp", { state: "ON" }, { isRetained: true });
    expect(questions(scripted)).toEqual([]);
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
  });

  test("that does not respond is polled again after a while, three times in all", () => {
    expect(questions(scripted)).toHaveLength(1);
    scripted.pass(ANSWER_MILLIS + AGAIN_MILLIS - 1);
    expect(questions(scripted)).toEqual([]);
    scripted.pass(1);
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
    scripted.pass(100 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("that responds late is polled for the rest then, and not whether it is on once more", () => {
    questions(scripted);
    scripted.pass(ANSWER_MILLIS + 1_000);
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });

  test("that has its power again is polled again", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    questions(scripted);
    const data = { friendly_name: "Lamp", ieee_address: LAMP.ieee };
    scripted.bridge.deliver("bridge/event", { type: "device_announce", data });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
    scripted.bridge.deliver("bridge/event", { type: "device_interview", data });
    scripted.bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: ieeeAddress(77) } });
    scripted.bridge.deliver("bridge/event", { type: "device_announce" });
    expect(questions(scripted)).toEqual([]);
  });

  test("that has its power again has not responded by an earlier report, nor by anything else", () => {
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 127 });
    questions(scripted);
    scripted.bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 127 }, { isRetained: true });
    scripted.bridge.deliver("Lamp", { linkquality: 12 });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
    scripted.bridge.deliver("Lamp", { state: "ON" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
  });

  test("that has its power again before it is polled again is polled once", () => {
    scripted.pass(ANSWER_MILLIS + 1_000);
    questions(scripted);
    scripted.bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });

  test("that was confirmed is not polled again by another list", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    questions(scripted);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(questions(scripted)).toEqual([]);
  });

  test("is polled again once the broker is back, and not meanwhile", () => {
    questions(scripted);
    scripted.bridge.close();
    scripted.pass(AGAIN_MILLIS * 2);
    scripted.bridge.open();
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
  });
});

describe("nothing is polled", () => {
  test("of a lamp that cannot be reached, until it can", () => {
    const scripted = ScriptedGateway.opened();
    scripted.bridge.retain("Lamp/availability", { state: "offline" });
    scripted.bridge.list({ devices: [LAMP], groups: [] });
    scripted.bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    questions(scripted);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Lamp" }], groups: [] });
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
    scripted.bridge.deliver("Lamp/availability", { state: "online" });
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("of one that went out of reach while it waited, or before it was polled again", () => {
    const scripted = withDevices(...MANY);
    expect(questions(scripted)).toHaveLength(4);
    for (const { name } of MANY) scripted.bridge.deliver(`${name}/availability`, { state: "offline" });
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });

  test("of a disabled lamp, of what is no lamp, and of one that was never interviewed", () => {
    const disabled = { ...LAMP, isDisabled: true };
    const fresh: StandInDevice = { ...LAMP, ieee: ieeeAddress(2), interviewState: "IN_PROGRESS" };
    const plug = aBulb({ ieee: ieeeAddress(3), model: "plug" });
    const scripted = withDevices(disabled, fresh, plug);
    expect(questions(scripted)).toEqual([]);
  });

  test("of lamps whose Zigbee2MQTT does not run, until it does", () => {
    const scripted = ScriptedGateway.opened();
    scripted.bridge.list({ devices: [LAMP], groups: [] });
    scripted.bridge.deliver("bridge/state", "offline");
    questions(scripted);
    scripted.pass(3 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
    scripted.bridge.deliver("bridge/state", "online");
    expect(questions(scripted)).toEqual([]);
    scripted.pass(STARTS_MILLIS);
    expect(questions(scripted)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("of a lamp that is gone", () => {
    const scripted = withDevices(LAMP, aBulb({ ieee: ieeeAddress(2), name: "Other", model: "plug" }));
    questions(scripted);
    scripted.bridge.list({ devices: [aBulb({ ieee: ieeeAddress(2), name: "Other", model: "plug" })] });
    scripted.pass(10 * AGAIN_MILLIS);
    expect(questions(scripted)).toEqual([]);
  });
});

describe("many lamps", () => {
  test("are asked four at a time, the next one when one has answered", () => {
    const scripted = withDevices(...MANY);
    expect(questions(scripted)).toHaveLength(4);
    for (const { name } of MANY.slice(0, 2)) scripted.bridge.deliver(name, { state: "OFF" });
    expect(questions(scripted)).toHaveLength(2);
    scripted.pass(ANSWER_MILLIS);
    expect(questions(scripted)).toHaveLength(4);
  });

  test("are all asked in the end, though none answers", () => {
    const scripted = withDevices(...MANY);
    scripted.pass(3 * ANSWER_MILLIS);
    expect(
      questions(scripted)
        .map(([address]) => address)
        .sort(),
    ).toEqual(MANY.map(({ ieee }) => ieee));
  });

  test("of one device are asked in one go, and each for the rest when it is on", () => {
    const twin = aBulb({ name: "Twin", model: "twoEndpoints" });
    const scripted = withDevices(twin);
    expect(questions(scripted)).toEqual([[twin.ieee, ["state_l1", "state_l2"]]]);
    scripted.bridge.deliver("Twin", { state_l1: "OFF" });
    expect(questions(scripted)).toEqual([]);
    scripted.bridge.deliver("Twin", { state_l2: "ON" });
    expect(questions(scripted)).toEqual([[twin.ieee, ["brightness_l2"]]]);
  });
});
