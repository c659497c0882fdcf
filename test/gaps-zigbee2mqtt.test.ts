import { describe, expect, test } from "vitest";
import { type DeviceId, idFrom } from "../src/core/home/model/ids.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { aRoom } from "./support/home/builders.ts";
import { aBulb, aGroup, ieeeAddress } from "./support/zigbee2mqtt/devices.ts";
import { GatewayOnStandIns } from "./support/zigbee2mqtt/gateway.ts";

const LAMP = aBulb({ ieee: ieeeAddress(1), name: "Lamp" });
const OTHER = aBulb({ ieee: ieeeAddress(2), name: "Other lamp" });
/** UUIDs of version 5, as any other program makes them from the kind and the address. */
const IDS = {
  device: "BFE6BB1E-6421-5AE7-A283-1387FE8172D2",
  light: "8C021B08-CE43-598F-91FC-0C822E170E8E",
  room: "0782926D-6F92-54E5-ABE8-AAB1250EC6B2",
};

const idsIn = async (home: GatewayOnStandIns, ...lists: readonly string[]) =>
  (await Promise.all(lists.map((list) => home.list(list)))).map((items) => items.map(({ id }) => id));

test("G62: ids follow from addresses and numbers: another name, broker or base topic changes none", async () => {
  const group = aGroup({ id: 5, name: "Hall", members: [LAMP], scenes: [{ id: 2, name: "Dim" }] });
  const home = await GatewayOnStandIns.start({ devices: [LAMP], groups: [group] });
  const lists = ["device", "light", "room", "scene"];
  const ids = await idsIn(home, ...lists);
  expect((await home.named("light", "Lamp")).id).toBe(IDS.light);
  expect((await home.named("device", "Lamp")).id).toBe(IDS.device);
  expect((await home.named("room", "Hall")).id).toBe(IDS.room);
  home.standIn.rename(LAMP.ieee, "Renamed");
  home.standIn.setGroup({ ...group, name: "Corridor", scenes: [{ id: 2, name: "Dimmed" }] });
  await home.settle();
  expect((await home.list("room")).map(({ name }) => name)).toEqual(["Corridor"]);
  expect(await idsIn(home, ...lists)).toEqual(ids);
  const elsewhere = await GatewayOnStandIns.start({ base: "upstairs", devices: [LAMP], groups: [group] });
  expect(await idsIn(elsewhere, ...lists)).toEqual(ids);
});

test("G62: groups of two networks are two rooms, whatever their numbers", async () => {
  const home = await GatewayOnStandIns.start(
    { devices: [LAMP], groups: [aGroup({ id: 5, name: "House", members: [LAMP] })] },
    {
      devices: [OTHER],
      groups: [aGroup({ id: 5, name: "Barn", members: [OTHER] })],
      style: { coordinator: "0x00124b00feedbeef" },
    },
  );
  const rooms = await home.list("room?ext_device=1");
  expect(rooms.map(({ name, ext_device: [device] }) => [name, device.name]).sort()).toEqual([
    ["Barn", "Other lamp"],
    ["House", "Lamp"],
  ]);
});

describe("rooms", () => {
  const groups = [
    aGroup({ id: 7, name: "Upstairs", members: [LAMP] }),
    aGroup({ id: 3, name: "Bedroom", members: [LAMP] }),
  ];
  const roomOf = async (home: GatewayOnStandIns) => (await home.named("device?ext_room=1", "Lamp")).ext_room.name;

  test("G63: a group is a room, and a device in several is in the one with the lowest number, unless it was put elsewhere", async () => {
    const home = await GatewayOnStandIns.start({ devices: [LAMP], groups });
    expect((await home.list("room")).map(({ name }) => name).sort()).toEqual(["Bedroom", "Upstairs"]);
    expect(await roomOf(home)).toBe("Bedroom");
    const { id } = await home.named("device", "Lamp");
    const upstairs = await home.named("room", "Upstairs");
    await home.ask({ kind: "deviceMoved", deviceId: idFrom(id), roomId: idFrom(upstairs.id), byHand: true });
    home.standIn.setGroup(aGroup({ id: 2, name: "Attic", members: [LAMP] }));
    await home.settle();
    expect(await roomOf(home)).toBe("Upstairs");
    await home.ask({ kind: "deviceMoved", deviceId: idFrom(id), roomId: idFrom(upstairs.id), byHand: false });
    expect(await roomOf(home)).toBe("Attic");
  });

  test("G63: a room of the operator's own stays, whatever groups there are", async () => {
    const home = await GatewayOnStandIns.start({ devices: [LAMP], groups });
    const room = aRoom({ id: idFrom("8A3C0B5E-2D4F-4E6A-9B1C-7D8E9F0A1B2C"), name: "Garden" });
    await home.ask({ kind: "roomAdded", room });
    home.standIn.setGroup(aGroup({ id: 9, name: "Cellar" }));
    await home.settle();
    expect((await home.list("room")).map(({ name }) => name)).toEqual(expect.arrayContaining(["Garden", "Cellar"]));
  });
});

test("G87: a scene that lamps keep is asked of Zigbee2MQTT though none of its lamps is known to be in reach", async () => {
  const group = aGroup({ id: 5, name: "Hall", members: [LAMP], scenes: [{ id: 2, name: "Dim" }] });
  const home = await GatewayOnStandIns.start({ devices: [LAMP], groups: [group] });
  const device = await home.named("device", "Lamp");
  home.running.gateway.submit({ kind: "deviceReached", deviceId: idFrom(device.id), online: false });
  const client = await PairedClient.of(home.running);
  const { id } = await home.named("scene", "Dim");
  const { json } = await client.put(`scene/${id}`, { is_active: 1 });
  expect(json.code).toBe(0);
  await home.settle();
  expect(home.standIn.askedOf("/set").at(-1)).toEqual({ topic: "5/set", payload: '{"scene_recall":2}' });
});

test("G64: a scene of a group has no colours; it is active from a recall, by whomever, until a lamp of its room changes", async () => {
  const group = aGroup({
    id: 5,
    name: "Hall",
    members: [LAMP, OTHER],
    scenes: [
      { id: 2, name: "Dim" },
      { id: 3, name: "Bright" },
    ],
  });
  const home = await GatewayOnStandIns.start({ devices: [LAMP, OTHER], groups: [group] });
  const { standIn } = home;
  const active = async () =>
    (await home.list("scene")).flatMap(({ name, is_active }) => (is_active === 1 ? [name] : []));
  expect(await home.named("scene", "Dim")).toMatchObject({ scene_type: 1, is_active: 0, colors: [] });
  const { id } = await home.named("scene", "Dim");
  await home.ask({ kind: "sceneActivated", sceneId: idFrom(id) });
  expect(standIn.askedOf("/set").at(-1)).toEqual({ topic: "5/set", payload: '{"scene_recall":2}' });
  expect(await active()).toEqual(["Dim"]);
  standIn.publishRaw("Hall/set", '{"scene_recall":3}');
  await home.settle();
  expect(await active()).toEqual(["Bright"]);
  standIn.change(LAMP.ieee, { brightness: 20 });
  await home.settle();
  expect(await active()).toEqual(["Bright"]);
  home.running.clock.advance(5_000);
  standIn.change(LAMP.ieee, { brightness: 12 });
  await home.settle();
  expect(await active()).toEqual([]);
});

describe("whether a device can be reached", () => {
  const online = async (home: GatewayOnStandIns) => (await home.named("device", "Lamp")).online;

  test("G65: is what Zigbee2MQTT says of its availability", async () => {
    const home = await GatewayOnStandIns.start({ devices: [LAMP] });
    expect(await online(home)).toBe(1);
    home.standIn.setReachable(LAMP.ieee, false);
    await home.settle();
    expect(await online(home)).toBe(0);
    home.standIn.setReachable(LAMP.ieee, true);
    await home.settle();
    expect(await online(home)).toBe(1);
  });

  test("G65: where that is not told, one that was interviewed and is not disabled is online", async () => {
    const style = { availability: false };
    const disabled = aBulb({ ieee: ieeeAddress(3), name: "Disabled", isDisabled: true });
    const unknown = aBulb({ ieee: ieeeAddress(4), name: "Unknown", interviewState: "FAILED" });
    const home = await GatewayOnStandIns.start({ devices: [LAMP, disabled, unknown], style });
    expect(await online(home)).toBe(1);
    expect((await home.named("device", "Disabled")).online).toBe(0);
    expect((await home.named("device", "Unknown")).online).toBe(0);
  });

  test("G65: is no after 30 seconds without Zigbee2MQTT, and yes again with it", async () => {
    const home = await GatewayOnStandIns.start({ devices: [LAMP] });
    home.standIn.publisher.bridgeState(false);
    await home.settle();
    home.running.clock.advance(28_000);
    expect(await online(home)).toBe(1);
    home.running.clock.advance(2_000);
    expect(await online(home)).toBe(0);
    home.standIn.publisher.bridgeState(true);
    await home.settle();
    expect(await online(home)).toBe(1);
  });
});

test("G66: what a lamp says of its brightness and colour while it is off is not shown", async () => {
  const home = await GatewayOnStandIns.start({ devices: [LAMP] });
  const before = await home.named("light", "Lamp");
  expect(before).toMatchObject({ on: 1, brightness: 80 });
  home.standIn.change(LAMP.ieee, { state: "OFF", brightness: 3, color_temp: 200 });
  await home.settle();
  expect(await home.named("light", "Lamp")).toEqual({ ...before, on: 0 });
});

test("G67: brightness is a share of the range that the lamp says; white is shown and set within 2000 to 6500 K", async () => {
  const home = await GatewayOnStandIns.start({ devices: [LAMP] });
  const light = () => home.named("light", "Lamp");
  const { id } = await light();
  const told = () => JSON.parse(home.standIn.askedOf("/set").at(-1)?.payload ?? "{}");
  home.standIn.change(LAMP.ieee, { brightness: 127, color_mode: "color_temp", color_temp: 153 });
  await home.settle();
  expect(await light()).toMatchObject({ brightness: 50, color_cw: 6500 });
  const kelvin = (value: number) =>
    home.ask({ kind: "lightChanged", lightId: idFrom(id), state: { colour: { mode: "white", kelvin: value } } });
  await kelvin(2000);
  expect(told()).toMatchObject({ color_temp: 500 });
  await kelvin(6500);
  expect(told()).toMatchObject({ color_temp: 154 });
  await home.ask({ kind: "lightChanged", lightId: idFrom(id), state: { brightnessPercent: 1 } });
  expect(told()).toMatchObject({ brightness: 3 });
});

test("G67: a lamp is set to the nearest white that it can show", async () => {
  const lamp = aBulb({ ieee: ieeeAddress(1), name: "Globe", model: "whiteSpectrum" });
  const home = await GatewayOnStandIns.start({ devices: [lamp] });
  const { id } = await home.named("light", "Globe");
  const set = (kelvin: number) =>
    home.ask({ kind: "lightChanged", lightId: idFrom(id), state: { colour: { mode: "white", kelvin } } });
  await set(6500);
  await set(2000);
  const told = home.standIn.askedOf("/set").map(({ payload }) => JSON.parse(payload).color_temp);
  expect(told).toEqual([250, 454]);
});

test("G68: what is no lamp is a device without lights, of the category that fits what it exposes", async () => {
  const device = (number: number, model: "plug" | "sensor" | "remote") =>
    aBulb({ ieee: ieeeAddress(number), name: model, model });
  const odd = aBulb({ ieee: ieeeAddress(9), name: "odd", isSupported: false });
  const home = await GatewayOnStandIns.start({
    devices: [device(1, "plug"), device(2, "sensor"), device(3, "remote"), odd],
  });
  const devices = await home.list("device?cat1_id=4&ext_light=1");
  expect(
    devices.map(({ name, product, ext_light }) => [name, product.cat2_id, product.cat3_id, ext_light]).sort(),
  ).toEqual([
    ["odd", 409, 40900, []],
    ["plug", 402, 40200, []],
    ["remote", 401, 40100, []],
    ["sensor", 403, 40300, []],
  ]);
});

test("G69: lists are in the order of ids, however the home came to be", async () => {
  const devices = [4, 2, 3, 1].map((number) => aBulb({ ieee: ieeeAddress(number), name: `Lamp ${number}` }));
  const groups = [3, 1, 2].map((id) => aGroup({ id, name: `Room ${id}`, scenes: [{ id: 1, name: "One" }] }));
  const home = await GatewayOnStandIns.start({ devices, groups });
  for (const ids of await idsIn(home, "device", "light", "room?include_all_room=1&include_no_room=1", "scene")) {
    expect(ids.length).toBeGreaterThan(2);
    expect(ids).toEqual(ids.toSorted());
  }
});

test("G70: a device is in the home once its interview was successful; until then it reads join_status 0", async () => {
  const home = await GatewayOnStandIns.start({ devices: [] });
  await home.running.backend.openJoining(60_000);
  await home.settle();
  home.standIn.join(LAMP, "IN_PROGRESS");
  await home.settle();
  expect(await home.named("device", "Lamp")).toMatchObject({ join_status: 0 });
  home.standIn.replace(LAMP);
  await home.settle();
  expect(await home.named("device", "Lamp")).toMatchObject({ join_status: 1 });
});

test("G71: names are those of Zigbee2MQTT: one that is given here is passed on to it", async () => {
  const home = await GatewayOnStandIns.start({ devices: [aBulb({ ieee: ieeeAddress(1), name: "lights/hall" })] });
  const { id } = await home.named("device", "lights/hall");
  await home.ask({ kind: "deviceRenamed", deviceId: idFrom(id), name: "Hall lamp" });
  expect(home.standIn.network.devices.get(ieeeAddress(1))?.name).toBe("Hall lamp");
  expect(await home.named("light", "Hall lamp")).toBeDefined();
  home.standIn.rename(ieeeAddress(1), "Corridor/Lamp");
  await home.settle();
  expect((await home.named("device", "Corridor/Lamp")).id).toBe(id);
});

test("G67: a white that a client works out beyond the lamp's range turns it on at the nearest one that it can show", async () => {
  const lamp = aBulb({ ieee: ieeeAddress(1), name: "Globe", model: "whiteSpectrum", state: { state: "OFF" } });
  const home = await GatewayOnStandIns.start({ devices: [lamp] });
  const paired = await PairedClient.of(home.running);
  const { id } = await home.named("device", "Globe");
  for (const [white, mired, read] of [
    [6_535, 250, 4_000],
    [-1_000, 454, 2_203],
  ]) {
    expect((await paired.put(`device/${id}/light`, { on: 1, color_cw: white })).json.code).toBe(0);
    await home.settle();
    expect(home.standIn.stateOf(lamp.ieee)).toMatchObject({ state: "ON", color_temp: mired });
    expect(await home.named("light", "Globe")).toMatchObject({ on: 1, color_mode: 2, color_cw: read });
    home.running.clock.advance(20_000);
    await home.settle();
    expect(await home.named("light", "Globe")).toMatchObject({ on: 1, color_mode: 2, color_cw: read });
    expect((await paired.put(`device/${id}/light`, { on: 0 })).json.code).toBe(0);
    await home.settle();
  }
});

test("G72: a colour for a device with a lamp that has none turns on both, and colours the other", async () => {
  const strip = aBulb({ ieee: ieeeAddress(1), name: "Strip", model: "twoEndpoints", state: { state_l1: "OFF" } });
  const home = await GatewayOnStandIns.start({ devices: [strip] });
  const paired = await PairedClient.of(home.running);
  const { id, product } = await home.named("device", "Strip");
  expect(product.cat2_id).toBe(205);
  const blue = { color_x: 9_830, color_y: 3_932 };
  expect((await paired.put(`device/${id}/light`, { on: 1, brightness: 100, ...blue })).json.code).toBe(0);
  await home.settle();
  expect(home.standIn.stateOf(strip.ieee)).toMatchObject({
    ...{ state_l1: "ON", brightness_l1: 254, color_l1: { x: 0.15, y: 0.06 } },
    ...{ state_l2: "ON", brightness_l2: 254 },
  });
  home.running.clock.advance(20_000);
  await home.settle();
  expect(await home.named("light", "Strip l1")).toMatchObject({ on: 1, brightness: 100, color_mode: 1 });
  expect(await home.named("light", "Strip l2")).toMatchObject({ on: 1, brightness: 100, color_mode: 2 });
});

test("G55: with Zigbee2MQTT away a command is answered and shown at once, and the truth is back after 10 seconds", async () => {
  const home = await GatewayOnStandIns.start({ devices: [LAMP] });
  const client = await PairedClient.of(home.running);
  const { id, on } = await home.named("light", "Lamp");
  await home.standIn.stop();
  await expect.poll(() => home.running.backend.condition().sources[0]?.problem).toBe("Zigbee2MQTT is not running");
  const answer = await client.put(`light/${id}`, { on: 1 - on });
  expect(answer.json).toEqual({ code: 0, msg: "success", data: { arr: [], obj: {} } });
  expect(await home.named("light", "Lamp")).toMatchObject({ on: 1 - on });
  home.running.clock.advance(10_000);
  expect(await home.named("light", "Lamp")).toMatchObject({ on });
});

test("G71: a name that Zigbee2MQTT refuses is nobody's, and the old one stays", async () => {
  const home = await GatewayOnStandIns.start({ devices: [LAMP, OTHER] });
  const { id } = await home.named("device", "Lamp");
  const change = { kind: "deviceRenamed", deviceId: idFrom<DeviceId>(id), name: "Other lamp" } as const;
  await expect(home.ask(change)).rejects.toThrow("friendly_name 'Other lamp' is already in use");
  expect((await home.list("light")).map(({ name }) => name).sort()).toEqual(["Lamp", "Other lamp"]);
  expect(home.standIn.network.devices.get(LAMP.ieee)?.name).toBe("Lamp");
});

test("G72: each endpoint that is a lamp is a light of its own, called as the device and the endpoint", async () => {
  const strip = aBulb({ ieee: ieeeAddress(1), name: "Strip", model: "twoEndpoints" });
  const home = await GatewayOnStandIns.start({ devices: [strip] });
  const lights = await home.list("light");
  expect(lights.map(({ name }) => name).sort()).toEqual(["Strip l1", "Strip l2"]);
  const { id } = await home.named("light", "Strip l2");
  await home.ask({ kind: "lightChanged", lightId: idFrom(id), state: { on: true } });
  expect(home.standIn.stateOf(strip.ieee)).toMatchObject({ state_l1: "ON", state_l2: "ON", brightness_l1: 200 });
});

test("G72: the lights of a device that is renamed are told apart at every moment", async () => {
  const strip = aBulb({ ieee: ieeeAddress(1), name: "Strip", model: "twoEndpoints" });
  const home = await GatewayOnStandIns.start({ devices: [strip] });
  const { gateway } = home.running;
  const seen = new Set<string>();
  gateway.watch(() => {
    const names = gateway.home.lights.all().map(({ name }) => name);
    seen.add(names.sort().join());
  });
  const { id } = await home.named("device", "Strip");
  await home.ask({ kind: "deviceRenamed", deviceId: idFrom(id), name: "Band" });
  await home.settle();
  expect([...seen]).toEqual(["Band l1,Band l2"]);
});

describe("what a device is", () => {
  test("G82: is as it says itself in its basic cluster, with the date of its firmware as its hardware version", async () => {
    const home = await GatewayOnStandIns.start({ devices: [LAMP] });
    const { manufacturer, model, hardware_version: hardware } = (await home.named("device", "Lamp")).product;
    expect([manufacturer, model, hardware]).toEqual(["Signify Netherlands B.V.", "LCA001", "20241008"]);
  });

  test("G82: is not known where neither the device nor a definition says", async () => {
    const unknown = { ...LAMP, oddities: { manufacturer: undefined, model_id: undefined, definition: null } };
    const home = await GatewayOnStandIns.start({ devices: [unknown] });
    const { manufacturer, model } = (await home.named("device", "Lamp")).product;
    expect([manufacturer, model]).toEqual(["", ""]);
  });

  test("G82: is as Zigbee2MQTT has it where a device does not say", async () => {
    const silent = { ...LAMP, oddities: { manufacturer: undefined, model_id: " ", date_code: undefined } };
    const home = await GatewayOnStandIns.start({ devices: [silent] });
    const { manufacturer, model, hardware_version: hardware } = (await home.named("device", "Lamp")).product;
    expect([manufacturer, model, hardware]).toEqual(["Philips", "9290022166", ""]);
  });
});

test("G17: the gateway is where the coordinator is, whose network address is 0; nobody says how well it is received", async () => {
  const home = await GatewayOnStandIns.start({ devices: [LAMP] });
  const { ext_zigbee: node } = await home.named("device?ext_zigbee=1", "Luxgate");
  expect(node).toEqual({ ieee_address: "0x00124b0012345678", network_address: 0, link_quality: 0 });
});

describe("numbers of rooms and scenes", () => {
  const numbers = async (home: GatewayOnStandIns) =>
    (await home.list("room?include_all_room=1&include_no_room=1")).map(({ name, sequence }) => [name, sequence]).sort();

  test("G42: are those of groups, one higher, behind the unassigned room's", async () => {
    const home = await GatewayOnStandIns.start({
      groups: [aGroup({ id: 1, name: "Hall" }), aGroup({ id: 0, name: "Attic" })],
    });
    const own = await numbers(home);
    expect(new Set(own.map(([, sequence]) => sequence)).size).toBe(4);
    expect(own).toContainEqual(["Hall", 2]);
  });

  test("G42: are never those of two rooms, whatever other networks and people number", async () => {
    const home = await GatewayOnStandIns.start(
      { groups: [aGroup({ id: 5, name: "House" })] },
      { groups: [aGroup({ id: 5, name: "Barn" })], style: { coordinator: "0x00124b00feedbeef" } },
    );
    const room = aRoom({ id: idFrom("00000000-0000-4000-8000-00000000000a"), name: "Shed", sequence: 9 });
    await home.ask({ kind: "roomAdded", room });
    home.standIn.setGroup(aGroup({ id: 8, name: "Yard" }));
    await home.settle();
    const own = (await numbers(home)).map(([, sequence]) => sequence);
    expect(own).toHaveLength(6);
    expect(new Set(own).size).toBe(6);
  });

  test("G42: of rooms that were stored with the same one become other ones", async () => {
    const home = await GatewayOnStandIns.start({ groups: [aGroup({ id: 1, name: "Hall" })] });
    const unassigned = aRoom({ id: idFrom("00000000-0000-4000-8000-00000000000a"), name: "Shed", sequence: 2 });
    await home.ask({ kind: "roomAdded", room: unassigned });
    home.standIn.setGroup(aGroup({ id: 1, name: "Corridor" }));
    await home.settle();
    expect(await numbers(home)).toContainEqual(["Corridor", 3]);
  });
});
