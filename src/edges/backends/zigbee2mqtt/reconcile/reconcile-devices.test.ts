import { describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedBridge } from "../../../../../test/support/zigbee2mqtt/scripted-bridge.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { USUAL_STYLE } from "../../../../../test/support/zigbee2mqtt/style.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const TWIN = aBulb({ ieee: ieeeAddress(2), name: "Twin", model: "twoEndpoints" });
const PLUG = aBulb({ ieee: ieeeAddress(3), name: "Plug", model: "plug" });
const ROOM = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 2, name: "Bright" }] });
const HOUSE = { devices: [LAMP, TWIN, PLUG], groups: [ROOM] };
const VERSION_5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The ids of all that a bridge brings. */
function idsAt(bridge: ScriptedBridge, house = HOUSE): readonly string[] {
  const { home } = ScriptedGateway.opened({ bridges: [bridge] });
  bridge.list(house);
  const devices = home.devices.all().filter(({ id }) => id !== home.gateway?.id);
  const rooms = home.rooms.all().filter(({ kind }) => kind === "normal");
  return [...devices, ...home.lights.all(), ...rooms, ...home.scenes.all()].map(({ id }) => id).sort();
}

describe("what is listed", () => {
  test("is a device each, with its lights, in the rooms and with the scenes of groups", () => {
    const scripted = ScriptedGateway.opened();
    scripted.bridge.list(HOUSE);
    expect(scripted.deviceNames).toEqual(["Lamp", "Plug", "Twin"]);
    expect(scripted.device("Lamp")).toMatchObject({
      admitted: true,
      online: true,
      serialNumber: LAMP.ieee,
      zigbee: { ieeeAddress: LAMP.ieee, networkAddress: 1 },
      product: {
        manufacturer: "Signify Netherlands B.V.",
        model: "LCA001",
        softwareVersion: "1.116.8",
        hardwareVersion: "20241008",
      },
    });
    expect(scripted.device("Plug").lightIds).toEqual([]);
    expect(scripted.home.lights.all().map(({ name }) => name)).toHaveLength(3);
    expect(scripted.device("Twin").lightIds.map((id) => scripted.home.lights.get(id)?.name)).toEqual([
      "Twin l1",
      "Twin l2",
    ]);
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
    expect(scripted.scene("Bright")).toMatchObject({
      roomId: scripted.room("Kitchen").id,
      sequence: 2,
      keptByLamps: true,
    });
    expect(scripted.problems).toEqual([]);
  });

  test("has one light by the name of its device, though that is at an endpoint", () => {
    const single = { ...TWIN, model: { ...TWIN.model, exposes: TWIN.model.exposes.slice(0, 1) } };
    const scripted = ScriptedGateway.opened();
    scripted.bridge.list({ devices: [single], groups: [] });
    expect(scripted.home.lights.all().map(({ name }) => name)).toEqual(["Twin"]);
  });

  test("has ids of UUID version 5, one each", () => {
    const ids = idsAt(new ScriptedBridge());
    expect(new Set(ids).size).toBe(8);
    for (const id of ids) expect(id).toMatch(VERSION_5);
  });

  test("has the same ids under other names, at another base and at another broker", () => {
    const ids = idsAt(new ScriptedBridge());
    const otherwise = (device: typeof LAMP) => ({ ...device, name: `${device.name} renamed` });
    const renamed = {
      devices: [otherwise(PLUG), otherwise(TWIN), otherwise(LAMP)],
      groups: [{ ...ROOM, name: "Cuisine", scenes: [{ id: 2, name: "Clair" }] }],
    };
    expect(idsAt(new ScriptedBridge({ name: "mqtt://other.lan/zigbee", base: "zigbee" }), renamed)).toEqual(ids);
  });

  test("has other ids for the rooms and scenes of another network, and for other devices", () => {
    const ids = idsAt(new ScriptedBridge());
    const bridge = new ScriptedBridge();
    const { home } = ScriptedGateway.opened({ bridges: [bridge] });
    const style = { ...USUAL_STYLE, coordinator: "0x00124b00aaaaaaaa" };
    bridge.list({ devices: [{ ...LAMP, ieee: ieeeAddress(9) }], groups: [ROOM], style });
    const others = [...home.devices.all(), ...home.lights.all(), ...home.rooms.all(), ...home.scenes.all()];
    expect(others.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual([]);
  });

  test("is known by its address whatever the case that this is written in", () => {
    const odd = { ...LAMP, oddities: { ieee_address: LAMP.ieee.toUpperCase().replace("X", "x") } };
    expect(idsAt(new ScriptedBridge(), { ...HOUSE, devices: [odd, TWIN, PLUG] })).toEqual(idsAt(new ScriptedBridge()));
  });
});

describe("a list that comes again", () => {
  test("renames a device and its lights, and nothing else", () => {
    const scripted = ScriptedGateway.opened();
    const { bridge } = scripted;
    bridge.list(HOUSE);
    const { id } = scripted.device("Lamp");
    bridge.deliver("Lamp", { state: "ON", brightness: 127 });
    scripted.notifications.length = 0;
    bridge.list({ devices: [{ ...LAMP, name: "Shade" }, TWIN, PLUG] });
    expect(scripted.device("Shade").id).toBe(id);
    expect(scripted.light("Shade")).toMatchObject({ name: "Shade", on: true, brightnessPercent: 50 });
    expect(
      scripted.notifications.flatMap(({ replacements }) => replacements.map(({ in: name }) => name)).sort(),
    ).toEqual(["devices", "lights"]);
  });

  test("changes nothing when it is the same", () => {
    const scripted = ScriptedGateway.opened();
    const { bridge } = scripted;
    bridge.list(HOUSE);
    scripted.notifications.length = 0;
    bridge.list(HOUSE);
    bridge.list({ ...HOUSE, devices: HOUSE.devices.toReversed() });
    expect(scripted.notifications).toEqual([]);
  });

  test("takes away who is no longer in it, with its lights, and brings back who is again", () => {
    const scripted = ScriptedGateway.opened();
    const { bridge } = scripted;
    bridge.list(HOUSE);
    bridge.list({ devices: [PLUG] });
    expect(scripted.deviceNames).toEqual(["Plug"]);
    expect(scripted.home.lights.all()).toEqual([]);
    expect(scripted.rooms).toEqual({ Kitchen: [] });
    bridge.list(HOUSE);
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
  });

  test("describes a device anew: another model has other lights", () => {
    const scripted = ScriptedGateway.opened();
    const { bridge } = scripted;
    bridge.list(HOUSE);
    bridge.list({ devices: [{ ...TWIN, ieee: LAMP.ieee, name: "Lamp" }] });
    expect(scripted.device("Lamp")).toMatchObject({ product: { model: "GL-C-007" } });
    expect(scripted.device("Lamp").lightIds).toHaveLength(2);
    expect(scripted.home.lights.all()).toHaveLength(2);
  });

  test("admits a device once its interview was successful, and not before", () => {
    const scripted = ScriptedGateway.opened();
    const { bridge } = scripted;
    bridge.list({ devices: [{ ...LAMP, interviewState: "IN_PROGRESS" }], groups: [ROOM] });
    expect(scripted.device("Lamp")).toMatchObject({ admitted: false, online: false });
    expect(scripted.rooms).toEqual({ Kitchen: [] });
    bridge.list({ devices: [{ ...LAMP, interviewState: "FAILED" }] });
    expect(scripted.device("Lamp").admitted).toBe(false);
    expect(scripted.problemsOf("Lamp")).toEqual(["its interview failed: make it join again, close to the coordinator"]);
    bridge.list({ devices: [LAMP] });
    expect(scripted.device("Lamp")).toMatchObject({ admitted: true, online: true });
    expect(scripted.rooms).toEqual({ Kitchen: ["Lamp"] });
    expect(scripted.problems).toEqual([]);
  });
});
