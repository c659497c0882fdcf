import { describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../../test/support/zigbee2mqtt/devices.ts";
import { type RetainedMessage, ScriptedBridge } from "../../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other" });
const ROOM = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const ARRIVES_MILLIS = 2_000;

/** Before a broker that keeps all of a house and drops what it has to say on some topics. */
function dropping(...dropped: readonly string[]): ScriptedGateway {
  const bridge = new ScriptedBridge();
  bridge.list({ devices: [LAMP, OTHER], groups: [ROOM] });
  bridge.retain("Lamp/availability", "offline");
  bridge.retain("Other/availability", "online");
  bridge.retain("luxgate/scene/5", "1");
  const scripted = new ScriptedGateway({ bridges: [bridge] });
  bridge.open((kept) => kept.filter(({ topic }) => !dropped.includes(topic)));
  return scripted;
}

describe("retained messages that were not delivered", () => {
  test("is asked for a while later: lists first, and then what is missing of those that they list", () => {
    const scripted = dropping("bridge/devices", "Lamp/availability");
    expect(scripted.deviceNames).toEqual([]);
    scripted.pass(ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained).toEqual(["bridge/devices"]);
    expect(scripted.deviceNames).toEqual(["Lamp", "Other"]);
    scripted.pass(ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained.slice(1)).toEqual(["Lamp/availability", "Lamp"]);
    expect(scripted.device("Lamp").online).toBe(false);
  });

  test("are requested again when they are peer states of scenes", () => {
    const scripted = dropping("luxgate/scene/5");
    expect(scripted.shownIn("Kitchen")).toBeUndefined();
    scripted.pass(ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained).toEqual(["luxgate/scene/5"]);
    expect(scripted.shownIn("Kitchen")).toBe("Bright");
  });

  test("is not asked for under names that are no topics: + and # stand for others", () => {
    const bridge = new ScriptedBridge();
    const names = ["Lamp + Shade", "#", "Plain"];
    bridge.list({ devices: names.map((name, at) => aBulb({ ieee: ieeeAddress(at + 1), name })), groups: [] });
    const scripted = ScriptedGateway.opened({ bridges: [bridge] });
    scripted.pass(2 * ARRIVES_MILLIS);
    expect(bridge.requestedRetained).toEqual(["Plain/availability", "Plain"]);
  });

  test("are none when all came, and nothing is requested again", () => {
    const scripted = dropping();
    scripted.pass(10 * ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained).toEqual([]);
  });

  test("is not asked for when the connection ended before", () => {
    const scripted = dropping("Lamp/availability");
    scripted.bridge.close();
    scripted.pass(10 * ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained).toEqual([]);
  });
});

describe("under a new name, what a broker keeps", () => {
  const SHADE = { ...LAMP, name: "Shade" };

  test("is asked for, and under no other", () => {
    const scripted = dropping();
    scripted.pass(2 * ARRIVES_MILLIS);
    scripted.bridge.list({ devices: [SHADE, OTHER, aBulb({ ieee: ieeeAddress(3), name: "Newcomer" })] });
    expect(scripted.bridge.requestedRetained).toEqual(["Shade/availability", "Shade"]);
    scripted.bridge.list({ devices: [SHADE, OTHER] });
    scripted.bridge.list({ groups: [] });
    expect(scripted.bridge.requestedRetained).toHaveLength(2);
  });

  test("is its own, though it was taken for another's who was called so before", () => {
    const scripted = dropping();
    scripted.pass(2 * ARRIVES_MILLIS);
    const { bridge } = scripted;
    // Words and lists may overtake each other: the new words are heard by the old names.
    bridge.retain("Lamp/availability", "online");
    bridge.retain("Other/availability", "offline");
    expect([scripted.device("Lamp").online, scripted.device("Other").online]).toEqual([true, false]);
    bridge.list({
      devices: [
        { ...LAMP, name: "Other" },
        { ...OTHER, name: "Lamp" },
      ],
    });
    expect(scripted.device("Other")).toMatchObject({ serialNumber: LAMP.ieee, online: false });
    expect(scripted.device("Lamp")).toMatchObject({ serialNumber: OTHER.ieee, online: true });
  });

  test("is asked for with all that is missing when it is renamed right after the connection", () => {
    const scripted = dropping();
    scripted.bridge.deliver("Shade/availability", "offline");
    scripted.bridge.list({ devices: [SHADE, OTHER] });
    expect(scripted.bridge.requestedRetained).toEqual([]);
    scripted.pass(ARRIVES_MILLIS);
    expect(scripted.bridge.requestedRetained).toEqual(["Shade/availability", "Shade"]);
  });

  test("is not asked for when the name is no topic", () => {
    const scripted = dropping();
    scripted.pass(2 * ARRIVES_MILLIS);
    scripted.bridge.list({ devices: [{ ...LAMP, name: "#" }, OTHER] });
    expect(scripted.bridge.requestedRetained).toEqual([]);
  });
});

describe("after a connection was opened anew", () => {
  test("messages are about the devices that have these names by now", () => {
    const scripted = dropping();
    const { bridge } = scripted;
    bridge.close();
    bridge.retain("bridge/devices", "");
    bridge.list({
      devices: [
        { ...LAMP, name: "Other" },
        { ...OTHER, name: "Lamp" },
      ],
    });
    const isOfBridge = ({ topic }: RetainedMessage) => Number(topic.startsWith("bridge/"));
    bridge.open((kept) => kept.toSorted((one, two) => isOfBridge(one) - isOfBridge(two)));
    bridge.deliver("Lamp", { state: "ON" });
    expect(scripted.home.devices.get(scripted.device("Lamp").id)).toMatchObject({
      serialNumber: OTHER.ieee,
      online: false,
    });
    expect(scripted.device("Other")).toMatchObject({ serialNumber: LAMP.ieee, online: true });
    expect(scripted.light("Lamp").on).toBe(true);
  });

  test("messages are buffered until the lists come, but not for ever: names that were known before count then", () => {
    const scripted = dropping();
    const { bridge } = scripted;
    bridge.close();
    bridge.retain("bridge/devices", "");
    bridge.open();
    bridge.deliver("Other", { state: "ON" });
    expect(scripted.light("Other").on).toBe(false);
    scripted.pass(2 * ARRIVES_MILLIS);
    expect(scripted.light("Other").on).toBe(true);
    bridge.deliver("Other", { state: "OFF" });
    expect(scripted.light("Other").on).toBe(false);
  });
});
