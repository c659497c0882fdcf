import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const HOUSE = { devices: [LAMP], groups: [KITCHEN] };
const NEWS_MILLIS = 10_000;

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
});

describe("what goes wrong with a message", () => {
  test.each([
    ["an error", () => new Error("the watcher broke")],
    ["something else", () => "the watcher broke"],
  ])("costs that message only, and is a problem: %s", (_what, thrown) => {
    spoken.bridge.list(HOUSE);
    const unwatch = spoken.gateway.watch(() => {
      throw thrown();
    });
    for (const [topic, words] of [
      ["Lamp", { state: "ON" }],
      ["Lamp/availability", "offline"],
      ["Kitchen/set", { scene_recall: 1 }],
    ] as const) {
      expect(() => spoken.bridge.say(topic, words)).not.toThrow();
    }
    unwatch();
    expect(spoken.problems).toMatchObject([
      { about: "what Zigbee2MQTT said", words: "it could not be taken in (the watcher broke)", count: 3 },
    ]);
    spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
    spoken.bridge.say("Lamp/availability", "online");
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
    expect(spoken.device("Lamp").online).toBe(true);
  });

  test("costs no more when it is the first word after a long silence", () => {
    spoken.bridge.list(HOUSE);
    spoken.bridge.close();
    for (const [topic] of spoken.bridge.kept) spoken.bridge.keep(topic, "");
    spoken.bridge.open();
    spoken.pass(60_000);
    expect(spoken.device("Lamp").online).toBe(false);
    const unwatch = spoken.gateway.watch(() => {
      throw new Error("the watcher broke");
    });
    expect(() => spoken.bridge.say("Lamp", { state: "ON" })).not.toThrow();
    unwatch();
    expect(spoken.problemsOf("what Zigbee2MQTT said")).toHaveLength(1);
  });
});

describe("what is said of somebody who is not known yet", () => {
  test("is heard when they are listed in time", () => {
    spoken.bridge.say("Lamp", { state: "ON" });
    spoken.bridge.say("Lamp/availability", "offline");
    spoken.pass(NEWS_MILLIS - 1);
    spoken.bridge.list(HOUSE);
    expect([spoken.light("Lamp").on, spoken.device("Lamp").online]).toEqual([true, false]);
  });

  test("is no news later, unless the broker kept it", () => {
    spoken.bridge.say("Lamp", { state: "ON" });
    spoken.bridge.say("Lamp/availability", "offline", { isRetained: true });
    spoken.pass(NEWS_MILLIS);
    spoken.bridge.list(HOUSE);
    expect([spoken.light("Lamp").on, spoken.device("Lamp").online]).toEqual([false, false]);
  });

  test("is no younger because another list did not know them either", () => {
    spoken.bridge.say("Lamp", { state: "ON" });
    spoken.pass(NEWS_MILLIS / 2);
    spoken.bridge.list({ devices: [], groups: [] });
    spoken.pass(NEWS_MILLIS / 2);
    spoken.bridge.list(HOUSE);
    expect(spoken.light("Lamp").on).toBe(false);
  });

  test.each(["Kitchen/set", "5/set"])("is not played when it recalls a scene, at %s", (topic) => {
    spoken.bridge.say(topic, { scene_recall: 1 });
    spoken.bridge.list(HOUSE);
    expect(spoken.shownIn("Kitchen")).toBeUndefined();
    expect(spoken.bridge.take("luxgate/scene/5")).toEqual([]);
    spoken.bridge.say(topic, { scene_recall: 1 });
    expect(spoken.shownIn("Kitchen")).toBe("Bright");
  });
});
