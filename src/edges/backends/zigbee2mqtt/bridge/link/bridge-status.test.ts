import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const SILENCE_MILLIS = 10_000;
const STARTS_MILLIS = 5_000;
const NOTHING_SAID = "no messages below zigbee2mqtt/: check the base topic";

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
});

const problem = () => scripted.backend.condition().sources[0]?.problem;
const questions = () => scripted.bridge.take("/get").map(({ topic }) => topic);

function listed(): void {
  scripted.bridge.list({ devices: [LAMP], groups: [] });
  scripted.bridge.deliver("Lamp", LIT);
  scripted.bridge.take();
}

/** The broker is there again, and has forgotten all that it kept. */
function openedEmpty(): void {
  scripted.bridge.close("the broker is gone");
  for (const [topic] of scripted.bridge.retained) scripted.bridge.retain(topic, "");
  scripted.bridge.open();
}

describe("a broker that kept nothing", () => {
  beforeEach(() => {
    listed();
    openedEmpty();
  });

  test("is silent when all messages come from gateways, or are commands of other clients", () => {
    expect(problem()).toBeUndefined();
    scripted.command("Lamp", { on: false });
    scripted.command("Lamp", { brightnessPercent: 20 });
    void scripted.backend.agree({ kind: "deviceRenamed", deviceId: scripted.device("Lamp").id, name: "Shade" });
    scripted.bridge.settle();
    scripted.bridge.deliver("luxgate/scene/5", "1");
    scripted.bridge.deliver("Lamp/set/brightness", "7");
    scripted.pass(SILENCE_MILLIS - 1);
    const said = scripted.bridge.published.map(({ topic }) => topic);
    expect(said).toEqual(
      expect.arrayContaining([`${LAMP.ieee}/get`, `${LAMP.ieee}/set`, "bridge/request/device/rename"]),
    );
    expect(said.filter((topic) => topic.startsWith("luxgate/held/"))).toHaveLength(1);
    expect(problem()).toBeUndefined();
    scripted.pass(1);
    expect(problem()).toBe(NOTHING_SAID);
    scripted.bridge.deliver("luxgate/scene/5", "1");
    expect(problem()).toBe(NOTHING_SAID);
  });

  test("names the base topics below which a Zigbee2MQTT speaks, unless this one has scripted meanwhile", async () => {
    const found = Promise.resolve(["barn", "upstairs"]);
    const bridge = new ScriptedBridge();
    bridge.findBaseTopics = () => found;
    scripted = ScriptedGateway.opened({ bridges: [bridge] });
    scripted.pass(SILENCE_MILLIS);
    expect(problem()).toBeUndefined();
    await found;
    expect(problem()).toBe(
      "no messages below zigbee2mqtt/: there is a Zigbee2MQTT below barn, upstairs; add this base topic to the broker's address",
    );
    scripted.bridge.deliver("Lamp", LIT);
    expect(problem()).toBeUndefined();
  });

  test.each([
    ["a device", "Lamp", LIT],
    ["Zigbee2MQTT", "bridge/logging", { level: "info" }],
    ["Zigbee2MQTT to others", "bridge/response/permit_join", { status: "ok" }],
  ])("says something as soon as %s does, late or not", (_who, topic, words) => {
    scripted.bridge.deliver(topic, words);
    scripted.pass(SILENCE_MILLIS);
    expect(problem()).toBeUndefined();
    openedEmpty();
    scripted.pass(SILENCE_MILLIS);
    expect(problem()).toBe(NOTHING_SAID);
    scripted.bridge.deliver(topic, words);
    expect(problem()).toBeUndefined();
  });

  test("leaves nothing of whether Zigbee2MQTT ran before", () => {
    scripted.bridge.deliver("bridge/state", { state: "offline" });
    expect(problem()).toBe("Zigbee2MQTT is not running");
    openedEmpty();
    expect(problem()).toBeUndefined();
    scripted.bridge.deliver("bridge/state", { state: "offline" });
    expect(problem()).toBe("Zigbee2MQTT is not running");
  });
});

describe("a Zigbee2MQTT that publishes that it is online", () => {
  test("for the first time is followed and polled at once", () => {
    scripted.bridge.list({ devices: [LAMP], groups: [] });
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    scripted.bridge.deliver("Lamp", LIT);
    expect(scripted.freshnessOf("Lamp").on).toBe("confirmed");
  });

  test("has restarted when it was seen before: for a while its reports come from its cache, and then lamps are polled", () => {
    listed();
    scripted.bridge.deliver("bridge/state", { state: "online" });
    expect(problem()).toBeUndefined();
    scripted.bridge.deliver("Lamp", { ...LIT, brightness: 254 });
    expect(scripted.light("Lamp").brightnessPercent).toBe(100);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "Shade" }] });
    scripted.bridge.deliver("Shade/availability", "offline");
    scripted.bridge.deliver("Shade/availability", "online");
    scripted.pass(STARTS_MILLIS - 1);
    expect(scripted.freshnessOf("Shade").on).toBe("remembered");
    expect(questions()).toEqual([]);
    scripted.pass(1);
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    scripted.bridge.deliver("Shade", LIT);
    expect(scripted.freshnessOf("Shade").on).toBe("confirmed");
  });

  test("has just come though its broker was away meanwhile and kept nothing", () => {
    listed();
    openedEmpty();
    questions();
    scripted.bridge.deliver("bridge/state", { state: "online" });
    scripted.bridge.deliver("Lamp", LIT);
    expect(scripted.freshnessOf("Lamp").on).toBe("remembered");
    scripted.pass(STARTS_MILLIS);
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
  });

  test("was there all the time when the broker only kept that", () => {
    listed();
    scripted.bridge.deliver("bridge/state", { state: "online" }, { isRetained: true });
    expect(scripted.freshnessOf("Lamp").on).toBe("confirmed");
    scripted.pass(STARTS_MILLIS);
    expect(questions()).toEqual([]);
  });

  test("is not asked when it went again, or its broker did, before it was up", () => {
    listed();
    scripted.bridge.deliver("bridge/state", { state: "online" });
    scripted.bridge.deliver("bridge/state", { state: "offline" });
    scripted.pass(STARTS_MILLIS);
    expect(questions()).toEqual([]);
    scripted.bridge.deliver("bridge/state", { state: "online" });
    scripted.bridge.close();
    scripted.bridge.open();
    expect(questions()).toEqual([`${LAMP.ieee}/get`]);
    scripted.bridge.deliver("Lamp", LIT);
    expect(scripted.freshnessOf("Lamp").on).toBe("confirmed");
  });

  test("is running when its broker went and came meanwhile, and followed as soon as names are known", () => {
    listed();
    scripted.bridge.deliver("bridge/state", { state: "online" });
    openedEmpty();
    scripted.bridge.deliver("Lamp", LIT);
    expect(scripted.freshnessOf("Lamp").on).toBe("remembered");
    scripted.pass(STARTS_MILLIS - 1);
    expect(scripted.freshnessOf("Lamp").on).toBe("confirmed");
  });
});
