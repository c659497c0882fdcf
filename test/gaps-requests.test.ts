import { afterAll, beforeAll, expect, test } from "vitest";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await runGateway();
});
afterAll(() => gateway.stop());

const ROOT = "/clip/v2/resource";
const UNKNOWN = "AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA";
const named = (list: Wire[], name: string): Wire => list.find((item) => item.name === name);
const dataOf = async (path: string) => (await gateway.client.send(`${ROOT}/${path}`)).json.data;

test("G9: lists of lights, rooms, sync boxes and scenes hold arr, len and obj; devices no len", async () => {
  for (const type of ["light", "room", "sync", "scene"]) {
    const data = await dataOf(type);
    expect(Object.keys(data).sort()).toEqual(["arr", "len", "obj"]);
    expect([data.len, data.obj]).toEqual([data.arr.length, {}]);
  }
  expect(Object.keys(await dataOf("device")).sort()).toEqual(["arr", "obj"]);
});

test("G9: one light, sync box or scene holds obj and an empty arr; one device or room obj alone", async () => {
  for (const type of ["light", "sync", "scene"]) {
    const [{ id }] = await gateway.client.list(type);
    expect(await dataOf(`${type}/${id}`)).toEqual({ obj: expect.objectContaining({ id }), arr: [] });
  }
  for (const type of ["device", "room"]) {
    const [{ id }] = await gateway.client.list(type);
    expect(await dataOf(`${type}/${id}`)).toEqual({ obj: expect.objectContaining({ id }) });
  }
});

test("G13: a number that no device has finds nothing and is not refused", async () => {
  for (const filter of ["join_status=7", "cat1_id=99"])
    expect(await gateway.client.list(`device?${filter}`)).toEqual([]);
});

test("G15: ext_light adds an array of whole lights, empty for what is no lamp", async () => {
  const lights = await gateway.client.list("light");
  for (const { services, ext_light } of await gateway.client.list("device?ext_light=1")) {
    const ids = services.filter(({ rtype }: Wire) => rtype === "light").map(({ rid }: Wire) => rid);
    expect(ext_light).toEqual(ids.map((id: string) => lights.find((light) => light.id === id)));
  }
});

test("G16: ext_room adds the room without children and services, the unassigned one for a device in none", async () => {
  const devices = await gateway.client.list("device?ext_room=1");
  const rooms = await gateway.client.list("room?include_no_room=1");
  const { children: _children, services: _services, ...kitchen } = named(rooms, "Kitchen");
  expect(named(devices, "Ceiling").ext_room).toEqual(kitchen);
  for (const name of ["Porch", "Luxgate", "Unknown bulb"])
    expect(named(devices, name).ext_room.name).toBe("Unassigned");
});

test("G17: ext_zigbee adds the address and link of a Zigbee device, and {} for another", async () => {
  const devices = await gateway.client.list("device?ext_zigbee=1");
  expect(named(devices, "TV bar").ext_zigbee).toEqual({
    ieee_address: expect.stringMatching(/^0x[0-9a-f]{16}$/),
    network_address: expect.any(Number),
    link_quality: expect.any(Number),
  });
  expect(named(devices, "Sync box").ext_zigbee).toEqual({});
});

test("G19: a room's ext_device and ext_light are arrays of whole resources", async () => {
  const devices = await gateway.client.list("device");
  const lights = await gateway.client.list("light");
  const kitchen = named(await gateway.client.list("room?ext_device=1&ext_light=1"), "Kitchen");
  expect(kitchen.ext_device).toEqual([named(devices, "Ceiling"), named(devices, "Worktop")]);
  expect(kitchen.ext_light).toEqual([named(lights, "Ceiling"), named(lights, "Worktop")]);
});

test("G20: the scene filter is in the body or the query; the body has the last word, {} is no filter", async () => {
  const [living, kitchen] = await gateway.client.list("room");
  const scenes = (query: string, body?: string) =>
    gateway.client.list(`scene${query}`, body === undefined ? {} : { body });
  expect(await scenes("", "{}")).toHaveLength(5);
  expect(await scenes("", '{"room_uuid":""}')).toHaveLength(5);
  expect(await scenes("", JSON.stringify({ room_uuid: kitchen.id, page: 1 }))).toHaveLength(1);
  expect(await scenes(`?room_uuid=${living.id}`)).toHaveLength(2);
  expect(await scenes(`?room_uuid=${living.id}`, JSON.stringify({ room_uuid: kitchen.id }))).toHaveLength(1);
});

test("G21: single rooms and scenes can be read, and single reads take the extensions of their lists", async () => {
  const [room] = await gateway.client.list("room?ext_device=1&ext_light=1");
  expect(await gateway.client.one(`room/${room.id}?ext_device=1&ext_light=1`)).toEqual(room);
  const [device] = await gateway.client.list("device?ext_light=1&ext_room=1&ext_zigbee=1");
  expect(await gateway.client.one(`device/${device.id}?ext_light=1&ext_room=1&ext_zigbee=1`)).toEqual(device);
  const [scene] = await gateway.client.list("scene");
  expect(await gateway.client.one(`scene/${scene.id}`)).toEqual(scene);
});

test("G25: a filter by a room that does not exist finds nothing", async () => {
  expect(await gateway.client.list(`device?room_uuid=${UNKNOWN}`)).toEqual([]);
  expect(await gateway.client.list(`scene?room_uuid=${UNKNOWN}`)).toEqual([]);
});

test("G31: HEAD answers as GET does without the body, OPTIONS says what a path allows", async () => {
  const head = await gateway.client.send(`${ROOT}/light`, { method: "HEAD" });
  const get = await gateway.client.send(`${ROOT}/light`);
  expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
  expect(head.headers["content-length"]).toBe(String(get.bytes.byteLength));
  const options = await gateway.client.send(`${ROOT}/light`, { method: "OPTIONS" });
  expect([options.status, options.headers.allow]).toEqual([200, "GET, HEAD, OPTIONS"]);
  expect(options.json).toEqual({ code: 0, msg: "success", data: {} });
  expect((await gateway.client.send("*", { method: "OPTIONS" })).headers.allow).toBe("GET, HEAD, OPTIONS, PUT, POST");
  const one = await gateway.client.send(`${ROOT}/light/x`, { method: "OPTIONS" });
  expect(one.headers.allow).toBe("GET, HEAD, PUT, OPTIONS");
});

test("G31: OPTIONS of a path that is not there is 404, as every other method", async () => {
  for (const path of ["/", "/nothing", "/clip/v2/resource/lamp", "/clip/v1/resource/light"]) {
    const { status, json } = await gateway.client.send(path, { method: "OPTIONS" });
    expect([path, status, json]).toEqual([path, 404, { code: -1, msg: "not found", data: {} }]);
  }
});

test("G32: the label path of discovery is no HTTP resource", async () => {
  expect((await gateway.client.send("/use_udp_broadcast_to_find_gateway", { method: "HEAD" })).status).toBe(404);
});

test.each(["{}", "not JSON", "[[[[[[[[[[[["])(
  "G33: the body %j on a read that takes none does no harm",
  async (body) => {
    expect((await gateway.client.send(`${ROOT}/light`, { body })).json.data.len).toBe(11);
  },
);

test("G37: an unknown id of any kind is 404 with code -1", async () => {
  for (const type of ["device", "light", "sync", "room", "scene"]) {
    const { status, json } = await gateway.client.send(`${ROOT}/${type}/${UNKNOWN}`);
    expect([status, json]).toEqual([404, { code: -1, msg: "not found", data: {} }]);
  }
  expect((await gateway.client.send(`/pictures/${UNKNOWN}`)).status).toBe(404);
});

test.each(["", "whatever"])(
  "G38: reads are open: the application key %j is not looked at, but on bridge (G51)",
  async (key) => {
    expect((await gateway.client.send(`${ROOT}/light`, { headers: { "application-key": key } })).status).toBe(200);
  },
);

test("G40: sn finds devices by serial number, and case does not matter", async () => {
  const found = await gateway.client.list("device?sn=lx20504-0001&sn[]=LX40101-0001");
  expect(found.map(({ name }) => name)).toEqual(["TV bar", "Dial"]);
});

test("G43: there is no other version than v2", async () => {
  expect((await gateway.client.send("/clip/v1/resource/light")).status).toBe(404);
});

test("G76: a list is whole, whatever pages are asked for", async () => {
  const whole = await dataOf("device");
  expect(whole.arr.length).toBeGreaterThan(10);
  for (const query of ["page=2", "page=1&page_size=3", "limit=1&offset=5", "len=1", "cursor=x"]) {
    expect(await dataOf(`device?${query}`)).toEqual(whole);
  }
});

test("G78: nothing is created or deleted over HTTP: POST and DELETE on resources are 405", async () => {
  for (const type of ["device", "light", "sync", "room", "scene", "bridge", "zigbee_device_discovery"]) {
    const [{ id }] = await gateway.client.list(type);
    for (const method of ["POST", "DELETE"]) {
      const { status, json, headers } = await gateway.client.send(`${ROOT}/${type}`, { method, body: "{}" });
      expect([type, method, status, json.code]).toEqual([type, method, 405, -405]);
      expect(headers.allow).toBe("GET, HEAD, OPTIONS");
      if (["bridge", "zigbee_device_discovery"].includes(type)) continue;
      const one = await gateway.client.send(`${ROOT}/${type}/${id}`, { method, body: "{}" });
      expect([type, method, one.status, one.json.code]).toEqual([type, method, 405, -405]);
    }
  }
});

test("G80: the gateway and a device that nobody admitted have the unassigned room, which lists neither", async () => {
  const rooms = await gateway.client.list("room?include_all_room=1&include_no_room=1");
  const listed = new Set(rooms.flatMap(({ children }) => children.map(({ rid }: Wire) => rid)));
  const strangers = (await gateway.client.list("device?ext_room=1")).filter(({ id }) => !listed.has(id));
  const unassigned = rooms.find(({ room_kind }) => room_kind === 2);
  expect(strangers.map(({ name, ext_room }) => [name, ext_room.id])).toEqual([
    ["Luxgate", unassigned.id],
    ["Unknown bulb", unassigned.id],
  ]);
  const found = await gateway.client.list(`device?room_uuid=${unassigned.id}`);
  expect(found.map(({ id }) => id)).toEqual(unassigned.children.map(({ rid }: Wire) => rid));
});
