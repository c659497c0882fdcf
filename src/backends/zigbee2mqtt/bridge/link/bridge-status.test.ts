import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedBridge } from "../../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const SILENCE_MILLIS = 10_000;
const STARTS_MILLIS = 5_000;
const NOTHING_SAID = "nothing is said below zigbee2mqtt/: is that the base topic?";

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
});

const trouble = () => spoken.backend.condition().sources[0]?.trouble;
const questions = () => spoken.bridge.take("/get").map(({ topic }) => topic);

function listed(): void {
  spoken.bridge.list({ devices: [LAMP], groups: [] });
  spoken.bridge.say("Lamp", LIT);
  spoken.bridge.take();
}

/** The broker is there again, and has forgotten all that it kept. */
function openedEmpty(): void {
  spoken.bridge.close("the broker is gone");
  for (const [topic] of spoken.bridge.kept) spoken.bridge.keep(topic, "");
  spoken.bridge.open();
}

describe("a broker that kept nothing", () => {
  beforeEach(() => {
    listed();
    openedEmpty();
  });

  test("says nothing when all that is heard comes from gateways, or from others that want something", () => {
    expect(trouble()).toBeUndefined();
    spoken.wish("Lamp", { on: false });
    spoken.wish("Lamp", { brightnessPercent: 20 });
    void spoken.backend.agree({ kind: "deviceRenamed", deviceId: spoken.device("Lamp").id, name: "Shade" });
    spoken.bridge.settle();
    spoken.bridge.say("luxgate/scene/5", "1");
    spoken.bridge.say("Lamp/set/brightness", "7");
    spoken.pass(SILENCE_MILLIS - 1);
    const said = spoken.bridge.published.map(({ topic }) => topic);
    expect(said).toEqual(
      expect.arrayContaining([`${LAMP.ieee}/get`, `${LAMP.ieee}/set`, "bridge/request/device/rename"]),
    );
    expect(said.filter((topic) => topic.startsWith("luxgate/held/"))).toHaveLength(1);
    expect(trouble()).toBeUndefined();
    spoken.pass(1);
    expect(trouble()).toBe(NOTHING_SAID);
    spoken.bridge.say("luxgate/scene/5", "1");
    expect(trouble()).toBe(NOTHING_SAID);
  });

  test("names the base topics below which a Zigbee2MQTT speaks, unless this one has spoken meanwhile", async () => {
    const found = Promise.resolve(["barn", "upstairs"]);
    const bridge = new ScriptedBridge();
    bridge.findBaseTopics = () => found;
    spoken = ScriptedGateway.opened({ bridges: [bridge] });
    spoken.pass(SILENCE_MILLIS);
    expect(trouble()).toBeUndefined();
    await found;
    expect(trouble()).toBe(
      "nothing is said below zigbee2mqtt/: there is a Zigbee2MQTT below barn, upstairs; put that behind the broker's address",
    );
    spoken.bridge.say("Lamp", LIT);
    expect(trouble()).toBeUndefined();
  });

  test.each([
    ["a device", "Lamp", LIT],
    ["Zigbee2MQTT", "bridge/logging", { level: "info" }],
    ["Zigbee2MQTT to others", "bridge/response/permit_join", { status: "ok" }],
  ])("says something as soon as %s does, late or not", (_who, topic, words) => {
    spoken.bridge.say(topic, words);
    spoken.pass(SILENCE_MILLIS);
    expect(trouble()).toBeUndefined();
    openedEmpty();
    spoken.pass(SILENCE_MILLIS);
    expect(trouble()).toBe(NOTHING_SAID);
    spoken.bridge.say(topic, words);
    expect(trouble()).toBeUndefined();
  });

  test("leaves nothing of whether Zigbee2MQTT ran before", () => {
    spoken.bridge.say("bridge/state", { state: "offline" });
    expect(trouble()).toBe("Zigbee2MQTT is not running");
    openedEmpty();
    expect(trouble()).toBeUndefined();
    spoken.bridge.say("bridge/state", { state: "offline" });
    expect(trouble()).toBe("Zigbee2MQTT is not running");
  });
});

describe("a Zigbee2MQTT that says that it is there", () => {
  test("for the first time is heard and asked at once", () => {
    spoken.bridge.list({ devices: [LAMP], groups: [] });
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    spoken.bridge.say("Lamp", LIT);
    expect(spoken.freshnessOf("Lamp").on).toBe("confirmed");
  });

  test("has just come when it was there: for a while it says what it remembers, and then lamps are asked", () => {
    listed();
    spoken.bridge.say("bridge/state", { state: "online" });
    expect(trouble()).toBeUndefined();
    spoken.bridge.say("Lamp", { ...LIT, brightness: 254 });
    expect(spoken.light("Lamp").brightnessPercent).toBe(100);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    spoken.bridge.say("Shade/availability", "offline");
    spoken.bridge.say("Shade/availability", "online");
    spoken.pass(STARTS_MILLIS - 1);
    expect(spoken.freshnessOf("Shade").on).toBe("remembered");
    expect(questions()).toEqual([]);
    spoken.pass(1);
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    spoken.bridge.say("Shade", LIT);
    expect(spoken.freshnessOf("Shade").on).toBe("confirmed");
  });

  test("has just come though its broker was away meanwhile and kept nothing", () => {
    listed();
    openedEmpty();
    questions();
    spoken.bridge.say("bridge/state", { state: "online" });
    spoken.bridge.say("Lamp", LIT);
    expect(spoken.freshnessOf("Lamp").on).toBe("remembered");
    spoken.pass(STARTS_MILLIS);
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
  });

  test("was there all the time when the broker only kept that", () => {
    listed();
    spoken.bridge.say("bridge/state", { state: "online" }, { isRetained: true });
    expect(spoken.freshnessOf("Lamp").on).toBe("confirmed");
    spoken.pass(STARTS_MILLIS);
    expect(questions()).toEqual([]);
  });

  test("is not asked when it went again, or its broker did, before it was up", () => {
    listed();
    spoken.bridge.say("bridge/state", { state: "online" });
    spoken.bridge.say("bridge/state", { state: "offline" });
    spoken.pass(STARTS_MILLIS);
    expect(questions()).toEqual([]);
    spoken.bridge.say("bridge/state", { state: "online" });
    spoken.bridge.close();
    spoken.bridge.open();
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    spoken.bridge.say("Lamp", LIT);
    expect(spoken.freshnessOf("Lamp").on).toBe("confirmed");
  });

  test("is up when its broker went and came meanwhile, and heard as soon as it is sure who is called what", () => {
    listed();
    spoken.bridge.say("bridge/state", { state: "online" });
    openedEmpty();
    spoken.bridge.say("Lamp", LIT);
    expect(spoken.freshnessOf("Lamp").on).toBe("remembered");
    spoken.pass(STARTS_MILLIS - 1);
    expect(spoken.freshnessOf("Lamp").on).toBe("confirmed");
  });
});
