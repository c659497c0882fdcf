import { afterAll, beforeAll, expect, test } from "vitest";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { fieldNames } from "./field-rows.ts";
import { A_UUID } from "./field-types.ts";

const SWITCHES = ["include_all_room", "include_no_room", "ext_device", "ext_light"] as const;
const NORMAL = ["Living room", "Kitchen", "Bedroom"];

let running: TestGateway;
let everyRoom: Wire[];
let devices: Wire[];

beforeAll(async () => {
  running = await runGateway();
  everyRoom = await running.client.list("room?include_all_room=1&include_no_room=1");
  devices = await running.client.list("device?ext_light=1");
});

afterAll(() => running.stop());

const namesOf = (rooms: readonly Wire[]): string[] => rooms.map(({ name }) => name);
const named = async (query: string): Promise<string[]> => namesOf(await running.client.list(`room?${query}`));

/** The devices of a room, found by its children. */
const devicesIn = (room: Wire): Wire[] => room.children.map(({ rid }: Wire) => devices.find(({ id }) => id === rid));

/** A room as it should be answered. */
function expectedRoom(room: Wire, query: URLSearchParams): Wire {
  const inside = devicesIn(room);
  return {
    ...room,
    ...(query.get("ext_device") === "1" ? { ext_device: inside.map(({ ext_light: _light, ...plain }) => plain) } : {}),
    ...(query.get("ext_light") === "1" ? { ext_light: inside.flatMap(({ ext_light }) => ext_light) } : {}),
  };
}

const isListed = ({ room_kind }: Wire, query: URLSearchParams): boolean =>
  room_kind === 0 || query.get(room_kind === 1 ? "include_all_room" : "include_no_room") === "1";

/** Every way to set the four switches. */
const COMBINATIONS = Array.from({ length: 2 ** SWITCHES.length }, (_, bits) =>
  SWITCHES.map((name, index) => `${name}=${(bits >> index) & 1}`).join("&"),
);

test("spec §4.7: without a parameter the normal rooms are listed, and neither of the other two", async () => {
  const rooms = await running.client.list("room");
  expect(namesOf(rooms)).toEqual(NORMAL);
  expect(rooms.every(({ room_kind }) => room_kind === 0)).toBe(true);
});

test("spec §4.7: include_all_room additionally includes the whole-house room", async () => {
  expect((await named("include_all_room=1")).sort()).toEqual([...NORMAL, "Whole house"].sort());
});

test("spec §4.7: include_no_room additionally includes the unassigned room", async () => {
  expect((await named("include_no_room=1")).sort()).toEqual([...NORMAL, "Unassigned"].sort());
});

test("spec §4.7: ext_device adds the devices of the room, as the device list gives them", async () => {
  const plainDevices = await running.client.list("device");
  for (const { children, ext_device } of await running.client.list("room?ext_device=1")) {
    const wanted = children.map(({ rid }: Wire) => plainDevices.find(({ id }) => id === rid));
    expect(ext_device).toEqual(wanted);
    expect(ext_device).not.toHaveLength(0);
  }
});

test("spec §4.7: ext_light adds the lights of the room's devices, as the light list gives them", async () => {
  const lights = await running.client.list("light");
  for (const room of await running.client.list("room?ext_light=1")) {
    const services = devicesIn(room).flatMap((device) => device.services);
    const wanted = services.flatMap(({ rid }) => lights.filter(({ id }) => id === rid));
    expect(room.ext_light).toEqual(wanted);
    expect(room.ext_light).not.toHaveLength(0);
  }
});

test.each(COMBINATIONS)("spec §4.7: the query %s answers the rooms and the extensions it asks for", async (text) => {
  const query = new URLSearchParams(text);
  const expected = everyRoom.filter((room) => isListed(room, query)).map((room) => expectedRoom(room, query));
  const { json } = await running.client.send(`/clip/v2/resource/room?${text}`);
  expect(json).toEqual({ code: 0, msg: "success", data: { arr: expected, len: expected.length, obj: {} } });
});

test.each(["ext_device", "ext_light"])("spec §4.7: %s is there with the value 1 alone", async (name) => {
  expect(fieldNames(await running.client.list(`room?${name}=1`))).toContain(name);
  for (const query of ["", `${name}=0`, `${name}=`]) {
    expect(fieldNames(await running.client.list(`room?${query}`))).not.toContain(name);
  }
});

test("spec §4.7: an unknown parameter, an empty one and the JSON body {} do no harm", async () => {
  expect(await named("page=2&room_uuid=kitchen&include_all_room=&include_no_room=")).toEqual(NORMAL);
  const listed = await running.client.list("room", { body: "{}", headers: { "content-type": "application/json" } });
  expect(namesOf(listed)).toEqual(NORMAL);
});

test.each([
  ["Whole house", 1],
  ["Living room", 0],
  ["Kitchen", 0],
  ["Bedroom", 0],
  ["Unassigned", 2],
])("spec §4.7: the room %s, of kind %i, can be read alone, in data.obj and nothing beside it", async (name, kind) => {
  const room = everyRoom.find((one) => one.name === name);
  expect(room.room_kind).toBe(kind);
  for (const id of [room.id, room.id.toLowerCase()]) {
    const { status, json } = await running.client.send(`/clip/v2/resource/room/${id}`);
    expect([status, json]).toEqual([200, { code: 0, msg: "success", data: { obj: room } }]);
  }
});

test("spec §4.7: a room that is read alone takes the extensions too", async () => {
  const query = new URLSearchParams("ext_device=1&ext_light=1");
  for (const room of everyRoom) {
    expect(await running.client.one(`room/${room.id}?${query}`)).toEqual(expectedRoom(room, query));
  }
});

test("spec §4.7: a room that does not exist is not found", async () => {
  const { status, json } = await running.client.send(`/clip/v2/resource/room/${A_UUID}`);
  expect([status, json]).toEqual([404, { code: -1, msg: "not found", data: {} }]);
});
