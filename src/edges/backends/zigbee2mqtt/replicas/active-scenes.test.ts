import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const SCENES = [
  { id: 1, name: "Bright" },
  { id: 2, name: "Dim" },
];
const KITCHEN = aGroup({ id: 5, name: "Kitchen/All", members: [LAMP], scenes: SCENES });
const HALL = aGroup({ id: 7, name: "Hall", members: [OTHER], scenes: [{ id: 1, name: "Welcome" }] });
const HOUSE = { devices: [LAMP, OTHER], groups: [KITCHEN, HALL] };
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const NOTE = "luxgate/scene/5";
const TAKES_MILLIS = 5_000;

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list(HOUSE);
  for (const name of ["Lamp", "Other"]) scripted.bridge.deliver(name, LIT);
  scripted.bridge.take();
});

const shown = () => scripted.shownIn("Kitchen/All");
const recall = (scene: number, topic = "Kitchen/All/set") => scripted.bridge.deliver(topic, { scene_recall: scene });
const shared = () => scripted.bridge.take(NOTE).map(({ payload, retain }) => ({ payload, retain }));

describe("a scene is active", () => {
  test("when it is recalled here: the group gets the command, and the scene is shared with peers", async () => {
    await scripted.demand({ kind: "sceneActivated", sceneId: scripted.scene("Dim").id });
    expect(scripted.bridge.take("/set")).toMatchObject([{ topic: "5/set", payload: { scene_recall: 2 } }]);
    expect(shared()).toEqual([{ payload: 2, retain: true }]);
    expect(shown()).toBe("Dim");
    expect(scripted.shownIn("Hall")).toBeUndefined();
  });

  test.each([
    ["the name of its group", "Kitchen/All/set", { scene_recall: 1 }],
    ["the number of its group", "5/set", { scene_recall: 1 }],
    ["a number in words", "5/set", { scene_recall: "1" }],
    ["a command for that alone", "Kitchen/All/set/scene_recall", "1"],
  ])("when somebody else recalls it, by %s", (_how, topic, payload) => {
    scripted.bridge.deliver(topic, payload);
    expect(shown()).toBe("Bright");
    expect(shared()).toEqual([{ payload: 1, retain: true }]);
    expect(scripted.bridge.published).toEqual([]);
  });

  test("instead of the one before it in the same room", () => {
    recall(1);
    recall(2);
    expect(shown()).toBe("Dim");
    expect(shared()).toEqual([
      { payload: 1, retain: true },
      { payload: 2, retain: true },
    ]);
  });

  test("while its lamps take it on, and no longer when one becomes another after that", () => {
    recall(1);
    scripted.pass(TAKES_MILLIS - 1);
    scripted.bridge.deliver("Lamp", { ...LIT, brightness: 254 });
    expect(shown()).toBe("Bright");
    scripted.pass(1);
    shared();
    scripted.bridge.deliver("Lamp", { ...LIT, brightness: 20 });
    expect(shown()).toBeUndefined();
    expect(shared()).toEqual([{ payload: "", retain: true }]);
  });

  test.each([
    ["says again what it shows", LIT],
    ["says it a little otherwise, as lamps round", { ...LIT, brightness: 129, color_temp: 253 }],
    ["says how well it is heard", { linkquality: 12 }],
  ])("as long as a lamp only %s", (_how, words) => {
    recall(1);
    scripted.pass(TAKES_MILLIS);
    scripted.bridge.deliver("Lamp", words);
    expect(shown()).toBe("Bright");
  });

  test.each([
    ["is turned off", { state: "OFF" }],
    ["is dimmed", { ...LIT, brightness: 20 }],
    ["has another colour", { ...LIT, color_temp: 400 }],
  ])("until a lamp of its room %s", (_how, words) => {
    recall(1);
    scripted.pass(TAKES_MILLIS);
    scripted.bridge.deliver("Other", words);
    expect(shown()).toBe("Bright");
    scripted.bridge.deliver("Lamp", words);
    expect(shown()).toBeUndefined();
  });

  test("until somebody wants something of a lamp of its room, even while that takes it on", () => {
    recall(1);
    scripted.command("Other", { brightnessPercent: 10 });
    expect(shown()).toBe("Bright");
    scripted.command("Lamp", { brightnessPercent: 10 });
    expect(shown()).toBeUndefined();
    expect(shared().at(-1)).toEqual({ payload: "", retain: true });
  });

  test("until its group has it no more", () => {
    recall(1);
    scripted.bridge.list({ groups: [{ ...KITCHEN, scenes: [] }, HALL] });
    expect(shown()).toBeUndefined();
  });
});

describe("no scene is active by", () => {
  test.each([
    ["a recall at a lamp", "Lamp/set", { scene_recall: 1 }],
    ["another command to its group", "5/set", { state: "ON" }],
    ["a scene that is stored", "5/set", { scene_store: 1 }],
    ["a question", "5/get", { scene_recall: 1 }],
    ["words that are none", "5/set", "scene_recall"],
    ["a number that is none", "5/set", { scene_recall: "Bright" }],
    ["nothing for a number", "5/set", { scene_recall: "" }],
    ["nothing at all for a number", "5/set/scene_recall", " "],
    ["a part of a number", "5/set", { scene_recall: 1.5 }],
    ["the state of its group", "Kitchen/All", { scene_recall: 1 }],
  ])("%s", (_how, topic, payload) => {
    scripted.bridge.deliver(topic, payload);
    expect(shown()).toBeUndefined();
    expect(shared()).toEqual([]);
  });

  test("a recall that the broker kept from long ago", () => {
    scripted.bridge.deliver("5/set", { scene_recall: 1 }, { isRetained: true });
    expect(shown()).toBeUndefined();
  });

  test("a recall of one that nobody has, which ends the one before it", () => {
    recall(1);
    recall(99);
    expect(shown()).toBeUndefined();
  });
});
