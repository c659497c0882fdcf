import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress, type StandInDevice } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const MANY = Array.from({ length: 10 }, (_, at) => aBulb({ ieee: ieeeAddress(at + 1), name: `Lamp ${at + 1}` }));
const ANSWER_MILLIS = 2_000;
/** Until then Zigbee2MQTT does not hear questions. */
const STARTS_MILLIS = 5_000;
const AGAIN_MILLIS = 30_000;

/** Who was asked for what since the last time. */
const questions = ({ bridge }: ScriptedGateway) =>
  bridge.take("/get").map(({ topic, payload }) => [topic.slice(0, -"/get".length), Object.keys(payload ?? {})]);

function withDevices(...devices: readonly StandInDevice[]): ScriptedGateway {
  const spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices, groups: [] });
  return spoken;
}

describe("a lamp", () => {
  let spoken: ScriptedGateway;

  beforeEach(() => {
    spoken = withDevices(LAMP);
  });

  test("is asked first whether it is on, and only then what it shows", () => {
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
    spoken.bridge.say("Lamp", { state: "ON", brightness: 200 });
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });

  test("that is off is asked for nothing else", () => {
    questions(spoken);
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });

  test("that says something else has not answered yet", () => {
    questions(spoken);
    spoken.bridge.say("Lamp", { linkquality: 3 });
    spoken.bridge.say("Lamp", { state: "ON" }, { isRetained: true });
    expect(questions(spoken)).toEqual([]);
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
  });

  test("that does not answer is asked again after a while, three times in all", () => {
    expect(questions(spoken)).toHaveLength(1);
    spoken.pass(ANSWER_MILLIS + AGAIN_MILLIS - 1);
    expect(questions(spoken)).toEqual([]);
    spoken.pass(1);
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
    spoken.pass(100 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("that answers late is asked for the rest then, and not whether it is on once more", () => {
    questions(spoken);
    spoken.pass(ANSWER_MILLIS + 1_000);
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });

  test("that has its power again is asked again", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    questions(spoken);
    const data = { friendly_name: "Lamp", ieee_address: LAMP.ieee };
    spoken.bridge.say("bridge/event", { type: "device_announce", data });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
    spoken.bridge.say("bridge/event", { type: "device_interview", data });
    spoken.bridge.say("bridge/event", { type: "device_announce", data: { ieee_address: ieeeAddress(77) } });
    spoken.bridge.say("bridge/event", { type: "device_announce" });
    expect(questions(spoken)).toEqual([]);
  });

  test("that has its power again has not answered by what it said before, nor by anything else", () => {
    spoken.bridge.say("Lamp", { state: "ON", brightness: 127 });
    questions(spoken);
    spoken.bridge.say("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    spoken.bridge.say("Lamp", { state: "ON", brightness: 127 }, { isRetained: true });
    spoken.bridge.say("Lamp", { linkquality: 12 });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
    spoken.bridge.say("Lamp", { state: "ON" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["brightness", "color"]]]);
  });

  test("that has its power again before it is asked again is asked once", () => {
    spoken.pass(ANSWER_MILLIS + 1_000);
    questions(spoken);
    spoken.bridge.say("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });

  test("that was confirmed is not asked again by another list", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    questions(spoken);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    expect(questions(spoken)).toEqual([]);
  });

  test("is asked again once the broker is back, and not meanwhile", () => {
    questions(spoken);
    spoken.bridge.close();
    spoken.pass(AGAIN_MILLIS * 2);
    spoken.bridge.open();
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
  });
});

describe("nothing is asked", () => {
  test("of a lamp that cannot be reached, until it can", () => {
    const spoken = ScriptedGateway.opened();
    spoken.bridge.keep("Lamp/availability", { state: "offline" });
    spoken.bridge.list({ devices: [LAMP], groups: [] });
    spoken.bridge.say("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    questions(spoken);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Lamp" }], groups: [] });
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
    spoken.bridge.say("Lamp/availability", { state: "online" });
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("of one that went out of reach while it waited, or before it was asked again", () => {
    const spoken = withDevices(...MANY);
    expect(questions(spoken)).toHaveLength(4);
    for (const { name } of MANY) spoken.bridge.say(`${name}/availability`, { state: "offline" });
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });

  test("of a disabled lamp, of what is no lamp, and of one that was never interviewed", () => {
    const disabled = { ...LAMP, isDisabled: true };
    const fresh: StandInDevice = { ...LAMP, ieee: ieeeAddress(2), interviewState: "IN_PROGRESS" };
    const plug = aBulb({ ieee: ieeeAddress(3), model: "plug" });
    const spoken = withDevices(disabled, fresh, plug);
    expect(questions(spoken)).toEqual([]);
  });

  test("of lamps whose Zigbee2MQTT does not run, until it does", () => {
    const spoken = ScriptedGateway.opened();
    spoken.bridge.list({ devices: [LAMP], groups: [] });
    spoken.bridge.say("bridge/state", "offline");
    questions(spoken);
    spoken.pass(3 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
    spoken.bridge.say("bridge/state", "online");
    expect(questions(spoken)).toEqual([]);
    spoken.pass(STARTS_MILLIS);
    expect(questions(spoken)).toEqual([[LAMP.ieee, ["state"]]]);
  });

  test("of a lamp that is gone", () => {
    const spoken = withDevices(LAMP, aBulb({ ieee: ieeeAddress(2), name: "Other", model: "plug" }));
    questions(spoken);
    spoken.bridge.list({ devices: [aBulb({ ieee: ieeeAddress(2), name: "Other", model: "plug" })] });
    spoken.pass(10 * AGAIN_MILLIS);
    expect(questions(spoken)).toEqual([]);
  });
});

describe("many lamps", () => {
  test("are asked four at a time, the next one when one has answered", () => {
    const spoken = withDevices(...MANY);
    expect(questions(spoken)).toHaveLength(4);
    for (const { name } of MANY.slice(0, 2)) spoken.bridge.say(name, { state: "OFF" });
    expect(questions(spoken)).toHaveLength(2);
    spoken.pass(ANSWER_MILLIS);
    expect(questions(spoken)).toHaveLength(4);
  });

  test("are all asked in the end, though none answers", () => {
    const spoken = withDevices(...MANY);
    spoken.pass(3 * ANSWER_MILLIS);
    expect(
      questions(spoken)
        .map(([address]) => address)
        .sort(),
    ).toEqual(MANY.map(({ ieee }) => ieee));
  });

  test("of one device are asked in one go, and each for the rest when it is on", () => {
    const twin = aBulb({ name: "Twin", model: "twoEndpoints" });
    const spoken = withDevices(twin);
    expect(questions(spoken)).toEqual([[twin.ieee, ["state_l1", "state_l2"]]]);
    spoken.bridge.say("Twin", { state_l1: "OFF" });
    expect(questions(spoken)).toEqual([]);
    spoken.bridge.say("Twin", { state_l2: "ON" });
    expect(questions(spoken)).toEqual([[twin.ieee, ["brightness_l2"]]]);
  });
});
