import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const SHED = aBulb({ ieee: ieeeAddress(2), name: "Shed" });
const HOB = aBulb({ ieee: ieeeAddress(3), name: "Hob" });
const HOUSE = {
  devices: [LAMP],
  groups: [aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] })],
};
const GARDEN = {
  devices: [SHED],
  groups: [aGroup({ id: 5, name: "Garden", members: [SHED], scenes: [{ id: 1, name: "Party" }] })],
  style: { ...USUAL_STYLE, coordinator: "0x00124b00aaaaaaaa" },
};

let one: ScriptedBridge;
let other: ScriptedBridge;
let scripted: ScriptedGateway;

beforeEach(() => {
  one = new ScriptedBridge();
  other = new ScriptedBridge({ name: "mqtt://garden.lan/zigbee2mqtt" });
  scripted = ScriptedGateway.opened({ bridges: [one, other] });
  one.list(HOUSE);
  other.list(GARDEN);
});

describe("several bridges", () => {
  test("make one home: groups of the same number in two networks are two rooms", () => {
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"], Garden: ["Shed"] });
    expect(scripted.home.scenes.all()).toHaveLength(2);
    expect(scripted.backend.condition().sources).toMatchObject([
      { name: one.address.name, description: "Zigbee2MQTT 2.14.1, 1 device, 1 light, 1 group", problem: undefined },
      { name: other.address.name, description: "Zigbee2MQTT 2.14.1, 1 device, 1 light, 1 group", problem: undefined },
    ]);
  });

  test("get commands and report each for its own devices", async () => {
    other.deliver("Shed", { state: "ON", brightness: 254 });
    other.deliver("Lamp", { state: "ON" });
    expect([scripted.light("Shed").on, scripted.light("Lamp").on]).toEqual([true, false]);
    one.take();
    other.take();
    scripted.command("Shed", { on: false });
    await scripted.demand({ kind: "sceneActivated", sceneId: scripted.scene("Party").id });
    expect(one.published).toEqual([]);
    expect(other.take("/set").map(({ topic }) => topic)).toEqual([`${SHED.ieee}/set`, "5/set"]);
    one.deliver("5/set", { scene_recall: 1 });
    expect([scripted.shownIn("Kitchen"), scripted.shownIn("Garden")]).toEqual(["Bright", "Party"]);
  });

  test("are away each by itself", () => {
    other.close();
    scripted.pass(30_000);
    expect([scripted.device("Lamp").online, scripted.device("Shed").online]).toEqual([true, false]);
  });

  test("take nothing away by lists of their own", () => {
    one.list({ devices: [], groups: [] });
    expect(scripted.rooms).toEqual({ Garden: ["Shed"] });
    other.list({ devices: [], groups: [], style: GARDEN.style });
    expect(scripted.rooms).toEqual({});
  });

  test("take away nothing that may be behind one that has not listed its own yet", () => {
    scripted = scripted.restarted();
    one.retain("bridge/groups", "[]");
    one.open();
    expect(scripted.rooms).toEqual({ Kitchen: [], Garden: ["Shed"] });
    scripted.pass(60_000);
    expect(scripted.deviceNames).toEqual(["Lamp", "Shed"]);
    other.open();
    expect(scripted.rooms).toEqual({ Garden: ["Shed"] });
  });
});

describe("while one of two bridges was never reached", () => {
  beforeEach(() => {
    scripted = scripted.restarted();
    one.open();
    one.list({ devices: [LAMP, HOB] });
  });

  test("a device that the other listed and lists no more is gone at once", () => {
    expect(scripted.deviceNames).toEqual(["Hob", "Lamp", "Shed"]);
    one.list({ devices: [LAMP] });
    expect(scripted.deviceNames).toEqual(["Lamp", "Shed"]);
    one.list({ devices: [] });
    expect(scripted.deviceNames).toEqual(["Shed"]);
  });

  test("one that is remembered and that none listed stays, and so does one that a broken list leaves out", () => {
    one.list({ devices: [{ ...LAMP, oddities: { ieee_address: null } }] });
    scripted.pass(60_000);
    expect(scripted.deviceNames).toEqual(["Hob", "Lamp", "Shed"]);
    other.open();
    other.list({ devices: [], style: GARDEN.style });
    expect(scripted.deviceNames).toEqual(["Hob", "Lamp"]);
  });
});

describe("a device that two bridges list", () => {
  beforeEach(() => other.list({ ...GARDEN, devices: [SHED, { ...LAMP, name: "Lamp here" }] }));

  test("is there once, as the first of them has it", () => {
    expect(scripted.deviceNames).toEqual(["Lamp", "Shed"]);
    other.deliver("Lamp here", { state: "ON" });
    other.deliver("Lamp here/availability", "offline");
    expect(scripted.light("Lamp").on).toBe(false);
    expect(scripted.device("Lamp").online).toBe(true);
    one.deliver("Lamp", { state: "ON" });
    expect(scripted.light("Lamp").on).toBe(true);
  });

  test("moves to the other when the first has it no more", () => {
    const { id } = scripted.device("Lamp");
    one.list({ devices: [], groups: [] });
    expect(scripted.deviceNames).toEqual(["Lamp here", "Shed"]);
    expect(scripted.device("Lamp here").id).toBe(id);
    other.take();
    scripted.command("Lamp here", { on: true });
    expect(other.take("/set")).toHaveLength(1);
  });
});
