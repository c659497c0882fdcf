import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const HOUSE = { devices: [LAMP], groups: [KITCHEN] };
const NEWS_MILLIS = 10_000;

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
});

describe("what goes wrong with a message", () => {
  test.each([
    ["an error", () => new Error("the watcher broke")],
    ["something else", () => "the watcher broke"],
  ])("costs that message only, and is a problem: %s", (_what, thrown) => {
    scripted.bridge.list(HOUSE);
    const unwatch = scripted.gateway.watch(() => {
      throw thrown();
    });
    for (const [topic, words] of [
      ["Lamp", { state: "ON" }],
      ["Lamp/availability", "offline"],
      ["Kitchen/set", { scene_recall: 1 }],
    ] as const) {
      expect(() => scripted.bridge.deliver(topic, words)).not.toThrow();
    }
    unwatch();
    expect(scripted.problems).toMatchObject([
      { about: "a message from Zigbee2MQTT", description: "it could not be processed (the watcher broke)", count: 3 },
    ]);
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
    scripted.bridge.deliver("Lamp/availability", "online");
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
    expect(scripted.device("Lamp").online).toBe(true);
  });

  test("costs no more when it is the first word after a long silence", () => {
    scripted.bridge.list(HOUSE);
    scripted.bridge.close();
    for (const [topic] of scripted.bridge.retained) scripted.bridge.retain(topic, "");
    scripted.bridge.open();
    scripted.pass(60_000);
    expect(scripted.device("Lamp").online).toBe(false);
    const unwatch = scripted.gateway.watch(() => {
      throw new Error("the watcher broke");
    });
    expect(() => scripted.bridge.deliver("Lamp", { state: "ON" })).not.toThrow();
    unwatch();
    expect(scripted.problemsOf("a message from Zigbee2MQTT")).toHaveLength(1);
  });
});

describe("messages of a device that is not known yet", () => {
  test("are delivered when it is listed in time", () => {
    scripted.bridge.deliver("Lamp", { state: "ON" });
    scripted.bridge.deliver("Lamp/availability", "offline");
    scripted.pass(NEWS_MILLIS - 1);
    scripted.bridge.list(HOUSE);
    expect([scripted.light("Lamp").on, scripted.device("Lamp").online]).toEqual([true, false]);
  });

  test("is no news later, unless the broker kept it", () => {
    scripted.bridge.deliver("Lamp", { state: "ON" });
    scripted.bridge.deliver("Lamp/availability", "offline", { isRetained: true });
    scripted.pass(NEWS_MILLIS);
    scripted.bridge.list(HOUSE);
    expect([scripted.light("Lamp").on, scripted.device("Lamp").online]).toEqual([false, false]);
  });

  test("is no younger because another list did not know them either", () => {
    scripted.bridge.deliver("Lamp", { state: "ON" });
    scripted.pass(NEWS_MILLIS / 2);
    scripted.bridge.list({ devices: [], groups: [] });
    scripted.pass(NEWS_MILLIS / 2);
    scripted.bridge.list(HOUSE);
    expect(scripted.light("Lamp").on).toBe(false);
  });

  test.each(["Kitchen/set", "5/set"])("is not played when it recalls a scene, at %s", (topic) => {
    scripted.bridge.deliver(topic, { scene_recall: 1 });
    scripted.bridge.list(HOUSE);
    expect(scripted.shownIn("Kitchen")).toBeUndefined();
    expect(scripted.bridge.take("luxgate/scene/5")).toEqual([]);
    scripted.bridge.deliver(topic, { scene_recall: 1 });
    expect(scripted.shownIn("Kitchen")).toBe("Bright");
  });
});
