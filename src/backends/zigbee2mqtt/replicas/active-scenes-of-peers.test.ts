import { beforeEach, describe, expect, test } from "vitest";
import type { Kept } from "../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const SCENES = [
  { id: 1, name: "Bright" },
  { id: 2, name: "Dim" },
];
const HOUSE = { devices: [LAMP], groups: [aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: SCENES })] };
const NOTE = "luxgate/scene/5";

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  spoken.bridge.list(HOUSE);
});

const shown = () => spoken.shownIn("Kitchen");
const recall = (scene: number) => spoken.bridge.say("Kitchen/set", { scene_recall: scene });

describe("a gateway that comes later", () => {
  const restarted = () => {
    spoken = spoken.restarted();
    spoken.bridge.open();
  };

  test("knows by the note which scene is active, whether that comes before the lists or after them", () => {
    recall(2);
    const isNote = ({ topic }: Kept) => Number(topic === NOTE);
    for (const sign of [1, -1]) {
      spoken = new ScriptedGateway({ bridges: spoken.bridges });
      spoken.bridge.open((kept) => kept.toSorted((one, other) => sign * (isNote(one) - isNote(other))));
      expect(shown()).toBe("Dim");
      spoken.pass(60_000);
      expect(shown()).toBe("Dim");
    }
  });

  test("still shows the scene that it showed, without a moment in between", () => {
    recall(2);
    restarted();
    expect(spoken.happened).toEqual([]);
    expect(shown()).toBe("Dim");
  });

  test("shows another scene when somebody noted that meanwhile", () => {
    recall(2);
    const { bridge } = spoken;
    spoken = spoken.restarted();
    bridge.keep(NOTE, "1");
    bridge.open();
    expect(shown()).toBe("Bright");
  });

  test("shows no scene when somebody took the note away meanwhile", () => {
    recall(2);
    const { bridge } = spoken;
    spoken = spoken.restarted();
    bridge.keep(NOTE, "");
    bridge.open();
    spoken.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("does not take a connection that was too short for the notes for an end of the scene", () => {
    recall(2);
    spoken = spoken.restarted();
    spoken.bridge.open((kept) => kept.filter(({ topic }) => topic !== NOTE));
    spoken.pass(1_000);
    spoken.bridge.close();
    spoken.pass(20_000);
    expect(shown()).toBe("Dim");
  });

  test("shows no scene that nobody noted, once Zigbee2MQTT runs", () => {
    recall(2);
    const { bridge } = spoken;
    spoken = spoken.restarted();
    bridge.keep(NOTE, "");
    bridge.keep("bridge/state", "offline");
    bridge.open();
    spoken.pass(20_000);
    bridge.keep("bridge/state", "online");
    bridge.list(HOUSE);
    spoken.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("hears of every note from then on", () => {
    restarted();
    spoken.bridge.take();
    spoken.bridge.keep(NOTE, "1");
    expect(shown()).toBe("Bright");
    spoken.bridge.keep(NOTE, "");
    expect(shown()).toBeUndefined();
    expect(spoken.bridge.take(NOTE)).toEqual([]);
  });

  test("does not know what was noted while the broker was away, until it is back", () => {
    recall(2);
    spoken.bridge.close();
    spoken.bridge.keep(NOTE, "");
    spoken.pass(5_000);
    expect(shown()).toBe("Dim");
    spoken.bridge.open();
    spoken.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("does not take a Zigbee2MQTT that is started anew for an end of the scene", () => {
    recall(2);
    spoken.pass(5_000);
    spoken.bridge.say("bridge/state", "offline");
    spoken.pass(20_000);
    spoken.bridge.list(HOUSE);
    spoken.pass(20_000);
    expect(shown()).toBe("Dim");
  });
});

test("notes of what is none, of nobody and in odd words are left alone", () => {
  recall(1);
  for (const [group, words] of [
    ["", "2"],
    ["5.0", "2"],
    ["0x5", "2"],
    ["5/2", "2"],
    ["100000", "2"],
    ["-5", "2"],
    ["99", "2"],
  ] as const) {
    spoken.bridge.say(`luxgate/scene/${group}`, words);
  }
  expect(shown()).toBe("Bright");
  spoken.bridge.say(NOTE, '"2"');
  expect(shown()).toBeUndefined();
});
