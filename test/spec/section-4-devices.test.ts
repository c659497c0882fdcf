import { afterAll, beforeAll, expect, test } from "vitest";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { A_UUID } from "./field-types.ts";
import { NaiveDeviceFilter, SERIAL_NUMBERS } from "./naive-device-filter.ts";

let running: TestGateway;
let naive: NaiveDeviceFilter;

beforeAll(async () => {
  running = await runGateway();
  naive = await NaiveDeviceFilter.over(running.client);
});

afterAll(() => running.stop());

const LAMPS = [
  ...["TV bar", "Reading lamp", "Shelf strip", "Ceiling", "Worktop", "Bedside left", "Bedside right", "Wardrobe"],
  ...["Porch", "Desk spot", "Unknown bulb"],
];
const namesOf = (devices: readonly Wire[]): string[] => devices.map(({ name }) => name);
const named = async (query: string): Promise<string[]> => namesOf(await running.client.list(`device?${query}`));

const ALONE: readonly (readonly [string, readonly string[]])[] = [
  ["cat1_id=1", ["Luxgate"]],
  ["cat1_id=2", LAMPS],
  ["cat1_id=3", ["Sync box"]],
  ["cat1_id=4", ["Dial"]],
  ["cat1_id=1,3,4", ["Luxgate", "Sync box", "Dial"]],
  ["cat1_id=1&cat1_id=4", ["Luxgate", "Dial"]],
  ["cat1_id=5", []],
  ["cat1_id_not=2", ["Luxgate", "Sync box", "Dial"]],
  ["cat1_id_not=1,2", ["Sync box", "Dial"]],
  ["cat1_id_not=1,2,3,4", []],
  ["join_status=0", ["Unknown bulb"]],
  ["join_status=2", []],
  ["room_uuid=Living room", ["TV bar", "Reading lamp", "Shelf strip", "Sync box"]],
  ["room_uuid=Kitchen", ["Ceiling", "Worktop"]],
  ["room_uuid=Bedroom", ["Bedside left", "Bedside right", "Wardrobe", "Dial"]],
  ["room_uuid=Unassigned", ["Porch", "Desk spot"]],
  [`room_uuid=${A_UUID}`, []],
  ["sn=LX20504-0001", ["TV bar"]],
  ["sn=lx20504-0001", ["TV bar"]],
  ["sn=LX20504-0001&sn=LX40101-0001", ["TV bar", "Dial"]],
  ["sn=LX20504-0001,LX40101-0001", ["TV bar", "Dial"]],
  ["sn[]=LX20504-0001&sn[]=LX40101-0001", ["TV bar", "Dial"]],
  ["sn=LX99999-0001", []],
];

test.each(ALONE)("spec §4.1: the query %s lists these devices: %j", async (query, names) => {
  expect(await named(naive.withRoomIds(query))).toEqual(names);
});

test("spec §4.1: without a parameter every device is listed, those that nobody added too", async () => {
  expect((await named("")).sort()).toEqual(["Luxgate", ...Object.keys(SERIAL_NUMBERS)].sort());
});

test("spec §4.1: join_status=1 lists all devices but the one that nobody added", async () => {
  const rest = namesOf(naive.devices).filter((name) => name !== "Unknown bulb");
  expect(await named("join_status=1")).toEqual(rest);
  expect(await named("join_status=0,1")).toEqual(namesOf(naive.devices));
});

test("spec §4.1: room_uuid of the whole house lists its children", async () => {
  const house = naive.roomNamed("Whole house");
  const ids = (await running.client.list(`device?room_uuid=${house.id}`)).map(({ id }) => id);
  expect(ids).toEqual(house.children.map(({ rid }: Wire) => rid));
});

test("spec §4.1: ext_light adds the whole lights that the device provides, as the light list gives them", async () => {
  const lights = await running.client.list("light");
  for (const { services, ext_light } of await running.client.list("device?ext_light=1")) {
    const wanted = services.filter(({ rtype }: Wire) => rtype === "light").map(({ rid }: Wire) => rid);
    expect(ext_light).toEqual(lights.filter(({ id }) => wanted.includes(id)));
  }
});

test("spec §4.1: ext_room adds the device's room, without children and services", async () => {
  for (const { id, ext_room } of await running.client.list("device?ext_room=1")) {
    const holds = (room: Wire) => room.room_kind === 0 && room.children.some(({ rid }: Wire) => rid === id);
    const {
      children: _children,
      services: _services,
      ...summary
    } = naive.rooms.find(holds) ?? naive.roomNamed("Unassigned");
    expect(ext_room).toEqual(summary);
  }
});

test("spec §4.1: ext_zigbee adds an object, which is empty for a device that is not on the Zigbee network", async () => {
  for (const { product, ext_zigbee } of await running.client.list("device?ext_zigbee=1")) {
    const names = product.cat1_id === 3 ? [] : ["ieee_address", "link_quality", "network_address"];
    expect(Object.keys(ext_zigbee).sort()).toEqual(names);
  }
});

test.each(["ext_light", "ext_room", "ext_zigbee"])("spec §4.1: %s is there with the value 1 alone", async (name) => {
  for (const device of await running.client.list(`device?${name}=1`)) expect(device).toHaveProperty(name);
  for (const query of ["", `${name}=0`, `${name}=`]) {
    for (const device of await running.client.list(`device?${query}`)) expect(device).not.toHaveProperty(name);
  }
});

test("spec §4.1: the usual client query lists the added lamps, each with its light and its room", async () => {
  const lamps = await running.client.list("device?cat1_id=2&ext_light=1&ext_room=1&join_status=1");
  expect(namesOf(lamps)).toEqual(LAMPS.filter((name) => name !== "Unknown bulb"));
  for (const { services, ext_light, ext_room } of lamps) {
    expect(ext_light[0]).toMatchObject({ id: services[0].rid, type: "light" });
    expect(ext_room.name).toEqual(expect.any(String));
  }
});

test("spec §4.1: an unknown parameter, an empty one and the JSON body {} do no harm", async () => {
  const plain = await running.client.list("device");
  expect(await running.client.list("device?page=2&cat1_id=&sn=&room_uuid=&join_status=")).toEqual(plain);
  const headers = { "content-type": "application/json", "application-key": "" };
  expect(await running.client.list("device", { body: "{}", headers })).toEqual(plain);
});

test("spec §4.2: one device is read by its UUID, in either case, with the extensions that are asked for", async () => {
  for (const { id, ext_light, ext_room, ext_zigbee, ...plain } of naive.devices) {
    expect(await running.client.one(`device/${id}`)).toEqual({ id, ...plain });
    expect(await running.client.one(`device/${id.toLowerCase()}`)).toEqual({ id, ...plain });
    const extended = await running.client.one(`device/${id}?ext_light=1&ext_room=1&ext_zigbee=1`);
    expect(extended).toEqual({ id, ...plain, ext_light, ext_room, ext_zigbee });
  }
});

test("spec §4.2: a UUID that does not exist gives 404 Not Found", async () => {
  const { status, json } = await running.client.send(`/clip/v2/resource/device/${A_UUID}`);
  expect([status, json]).toEqual([404, { code: -1, msg: "not found", data: {} }]);
});
