import { describe, expect, test } from "vitest";
import { type Kept, ScriptedBridge } from "../../../../../test/support/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const ROOM = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const ARRIVES_MILLIS = 2_000;

/** Before a broker that keeps all of a house and drops what it has to say on some topics. */
function dropping(...dropped: readonly string[]): ScriptedGateway {
  const bridge = new ScriptedBridge();
  bridge.list({ devices: [LAMP, OTHER], groups: [ROOM] });
  bridge.keep("Lamp/availability", "offline");
  bridge.keep("Other/availability", "online");
  bridge.keep("luxgate/scene/5", "1");
  const spoken = new ScriptedGateway({ bridges: [bridge] });
  bridge.open((kept) => kept.filter(({ topic }) => !dropped.includes(topic)));
  return spoken;
}

describe("what a broker keeps and did not say", () => {
  test("is asked for a while later: lists first, and then what is missing of those that they list", () => {
    const spoken = dropping("bridge/devices", "Lamp/availability");
    expect(spoken.deviceNames).toEqual([]);
    spoken.pass(ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor).toEqual(["bridge/devices"]);
    expect(spoken.deviceNames).toEqual(["Lamp", "Other"]);
    spoken.pass(ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor.slice(1)).toEqual(["Lamp/availability", "Lamp"]);
    expect(spoken.device("Lamp").online).toBe(false);
  });

  test("is asked for when it is a note of a scene", () => {
    const spoken = dropping("luxgate/scene/5");
    expect(spoken.shownIn("Kitchen")).toBeUndefined();
    spoken.pass(ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor).toEqual(["luxgate/scene/5"]);
    expect(spoken.shownIn("Kitchen")).toBe("Bright");
  });

  test("is not asked for under names that are no topics: + and # stand for others", () => {
    const bridge = new ScriptedBridge();
    const names = ["Lamp + Shade", "#", "Plain"];
    bridge.list({ devices: names.map((name, at) => aBulb({ ieee: ieeeAddress(at + 1), name })), groups: [] });
    const spoken = ScriptedGateway.opened({ bridges: [bridge] });
    spoken.pass(2 * ARRIVES_MILLIS);
    expect(bridge.askedFor).toEqual(["Plain/availability", "Plain"]);
  });

  test("is nothing when all was said, and nothing is asked for again", () => {
    const spoken = dropping();
    spoken.pass(10 * ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor).toEqual([]);
  });

  test("is not asked for when the connection ended before", () => {
    const spoken = dropping("Lamp/availability");
    spoken.bridge.close();
    spoken.pass(10 * ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor).toEqual([]);
  });
});

describe("under a new name, what a broker keeps", () => {
  const SHADE = { ...LAMP, name: "Shade" };

  test("is asked for, and under no other", () => {
    const spoken = dropping();
    spoken.pass(2 * ARRIVES_MILLIS);
    spoken.bridge.list({ devices: [SHADE, OTHER, aBulb({ ieee: ieeeAddress(3), name: "Newcomer" })] });
    expect(spoken.bridge.askedFor).toEqual(["Shade/availability", "Shade"]);
    spoken.bridge.list({ devices: [SHADE, OTHER] });
    spoken.bridge.list({ groups: [] });
    expect(spoken.bridge.askedFor).toHaveLength(2);
  });

  test("is its own, though it was taken for another's who was called so before", () => {
    const spoken = dropping();
    spoken.pass(2 * ARRIVES_MILLIS);
    const { bridge } = spoken;
    // Words and lists may overtake each other: the new words are heard by the old names.
    bridge.keep("Lamp/availability", "online");
    bridge.keep("Other/availability", "offline");
    expect([spoken.device("Lamp").online, spoken.device("Other").online]).toEqual([true, false]);
    bridge.list({
      devices: [
        { ...LAMP, name: "Other" },
        { ...OTHER, name: "Lamp" },
      ],
    });
    expect(spoken.device("Other")).toMatchObject({ serialNumber: LAMP.ieee, online: false });
    expect(spoken.device("Lamp")).toMatchObject({ serialNumber: OTHER.ieee, online: true });
  });

  test("is asked for with all that is missing when it is renamed right after the connection", () => {
    const spoken = dropping();
    spoken.bridge.say("Shade/availability", "offline");
    spoken.bridge.list({ devices: [SHADE, OTHER] });
    expect(spoken.bridge.askedFor).toEqual([]);
    spoken.pass(ARRIVES_MILLIS);
    expect(spoken.bridge.askedFor).toEqual(["Shade/availability", "Shade"]);
  });

  test("is not asked for when the name is no topic", () => {
    const spoken = dropping();
    spoken.pass(2 * ARRIVES_MILLIS);
    spoken.bridge.list({ devices: [{ ...LAMP, name: "#" }, OTHER] });
    expect(spoken.bridge.askedFor).toEqual([]);
  });
});

describe("after a connection was opened anew", () => {
  test("words are about those who are called so by now", () => {
    const spoken = dropping();
    const { bridge } = spoken;
    bridge.close();
    bridge.keep("bridge/devices", "");
    bridge.list({
      devices: [
        { ...LAMP, name: "Other" },
        { ...OTHER, name: "Lamp" },
      ],
    });
    const isOfBridge = ({ topic }: Kept) => Number(topic.startsWith("bridge/"));
    bridge.open((kept) => kept.toSorted((one, two) => isOfBridge(one) - isOfBridge(two)));
    bridge.say("Lamp", { state: "ON" });
    expect(spoken.home.devices.get(spoken.device("Lamp").id)).toMatchObject({
      serialNumber: OTHER.ieee,
      online: false,
    });
    expect(spoken.device("Other")).toMatchObject({ serialNumber: LAMP.ieee, online: true });
    expect(spoken.light("Lamp").on).toBe(true);
  });

  test("words wait for the lists, but not for ever: who was known before is called so still", () => {
    const spoken = dropping();
    const { bridge } = spoken;
    bridge.close();
    bridge.keep("bridge/devices", "");
    bridge.open();
    bridge.say("Other", { state: "ON" });
    expect(spoken.light("Other").on).toBe(false);
    spoken.pass(2 * ARRIVES_MILLIS);
    expect(spoken.light("Other").on).toBe(true);
    bridge.say("Other", { state: "OFF" });
    expect(spoken.light("Other").on).toBe(false);
  });
});
