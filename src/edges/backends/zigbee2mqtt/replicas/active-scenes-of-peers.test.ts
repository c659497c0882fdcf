import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import type { RetainedMessage } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const SCENES = [
  { id: 1, name: "Bright" },
  { id: 2, name: "Dim" },
];
const HOUSE = { devices: [LAMP], groups: [aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: SCENES })] };
const NOTE = "luxgate/scene/5";

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list(HOUSE);
});

const shown = () => scripted.shownIn("Kitchen");
const recall = (scene: number) => scripted.bridge.deliver("Kitchen/set", { scene_recall: scene });

describe("a gateway that comes later", () => {
  const restarted = () => {
    scripted = scripted.restarted();
    scripted.bridge.open();
  };

  test("knows by the peer state which scene is active, whether that comes before the lists or after them", () => {
    recall(2);
    const isNote = ({ topic }: RetainedMessage) => Number(topic === NOTE);
    for (const sign of [1, -1]) {
      scripted = new ScriptedGateway({ bridges: scripted.bridges });
      scripted.bridge.open((kept) => kept.toSorted((one, other) => sign * (isNote(one) - isNote(other))));
      expect(shown()).toBe("Dim");
      scripted.pass(60_000);
      expect(shown()).toBe("Dim");
    }
  });

  test("still shows the scene that it showed, without a moment in between", () => {
    recall(2);
    restarted();
    expect(scripted.notifications).toEqual([]);
    expect(shown()).toBe("Dim");
  });

  test("shows another scene when a peer shared that meanwhile", () => {
    recall(2);
    const { bridge } = scripted;
    scripted = scripted.restarted();
    bridge.retain(NOTE, "1");
    bridge.open();
    expect(shown()).toBe("Bright");
  });

  test("shows no scene when the peer state was cleared meanwhile", () => {
    recall(2);
    const { bridge } = scripted;
    scripted = scripted.restarted();
    bridge.retain(NOTE, "");
    bridge.open();
    scripted.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("does not end a scene because a connection was too short for peer states to arrive", () => {
    recall(2);
    scripted = scripted.restarted();
    scripted.bridge.open((kept) => kept.filter(({ topic }) => topic !== NOTE));
    scripted.pass(1_000);
    scripted.bridge.close();
    scripted.pass(20_000);
    expect(shown()).toBe("Dim");
  });

  test("does not end a scene because an earlier connection began long enough ago", () => {
    recall(2);
    scripted = scripted.restarted();
    scripted.bridge.open();
    scripted.pass(2_900);
    scripted.bridge.close();
    scripted.bridge.open((kept) => kept.filter(({ topic }) => topic !== NOTE));
    scripted.pass(200);
    expect(shown()).toBe("Dim");
  });

  test("shows no scene that nobody shared, once Zigbee2MQTT runs", () => {
    recall(2);
    const { bridge } = scripted;
    scripted = scripted.restarted();
    bridge.retain(NOTE, "");
    bridge.retain("bridge/state", "offline");
    bridge.open();
    scripted.pass(20_000);
    bridge.retain("bridge/state", "online");
    bridge.list(HOUSE);
    scripted.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("follows every peer state from then on", () => {
    restarted();
    scripted.bridge.take();
    scripted.bridge.retain(NOTE, "1");
    expect(shown()).toBe("Bright");
    scripted.bridge.retain(NOTE, "");
    expect(shown()).toBeUndefined();
    expect(scripted.bridge.take(NOTE)).toEqual([]);
  });

  test("does not know what was shared while the broker was away, until it is back", () => {
    recall(2);
    scripted.bridge.close();
    scripted.bridge.retain(NOTE, "");
    scripted.pass(5_000);
    expect(shown()).toBe("Dim");
    scripted.bridge.open();
    scripted.pass(5_000);
    expect(shown()).toBeUndefined();
  });

  test("does not take a Zigbee2MQTT that is started anew for an end of the scene", () => {
    recall(2);
    scripted.pass(5_000);
    scripted.bridge.deliver("bridge/state", "offline");
    scripted.pass(20_000);
    scripted.bridge.list(HOUSE);
    scripted.pass(20_000);
    expect(shown()).toBe("Dim");
  });
});

test("peer states of unknown kinds or groups, or with odd values, are ignored", () => {
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
    scripted.bridge.deliver(`luxgate/scene/${group}`, words);
  }
  expect(shown()).toBe("Bright");
  scripted.bridge.deliver(NOTE, '"2"');
  expect(shown()).toBeUndefined();
});
