import { afterAll, beforeAll, expect, test } from "vitest";
import { rgbFromXy, xyFromKelvin } from "../src/core/home/model/colour.ts";
import { type DeviceId, idFrom } from "../src/core/home/model/ids.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import type { Wire } from "./support/http/http-client.ts";

let gateway: TestGateway;
let lights: Wire[];
let devices: Wire[];
beforeAll(async () => {
  gateway = await runGateway();
  lights = await gateway.client.list("light");
  devices = await gateway.client.list("device");
});
afterAll(() => gateway.stop());

const named = (list: Wire[], name: string): Wire => list.find((item) => item.name === name);

test("G3: identifiers are in upper case, and look-ups ignore case", async () => {
  for (const { id } of [...lights, ...devices]) expect(id).toBe(id.toUpperCase());
  const [light] = lights;
  expect(await gateway.client.one(`light/${light.id.toLowerCase()}`)).toEqual(light);
  const room = (await gateway.client.list("room"))[0];
  expect(await gateway.client.list(`device?room_uuid=${room.id.toLowerCase()}`)).toHaveLength(room.children.length);
});

test("G3: a picture is found in any case of letters", async () => {
  const { picture_id } = named(await gateway.client.list("scene"), "Aurora");
  expect(picture_id).toBe(picture_id.toUpperCase());
  const asListed = await gateway.client.send(`/pictures/${picture_id}`);
  expect([asListed.status, asListed.headers["content-type"]]).toEqual([200, "image/png"]);
  const inLowerCase = await gateway.client.send(`/pictures/${picture_id.toLowerCase()}`);
  expect([inLowerCase.status, inLowerCase.headers.etag]).toEqual([200, asListed.headers.etag]);
  expect(inLowerCase.bytes.equals(asListed.bytes)).toBe(true);
});

test("G4: category ids hold each other, and a lamp's third digit agrees with its abilities", async () => {
  const abilities: Record<number, number> = { 201: 1, 202: 3, 203: 7, 204: 11, 205: 15 };
  for (const { product, ext_light } of await gateway.client.list("device?ext_light=1")) {
    expect(Math.floor(product.cat3_id / 100)).toBe(product.cat2_id);
    expect(Math.floor(product.cat2_id / 100)).toBe(product.cat1_id);
    for (const { ability } of ext_light) expect(ability & 15).toBe(abilities[product.cat2_id]);
  }
  const bar = named(devices, "TV bar").product;
  expect([bar.cat1_name, bar.cat2_name, bar.cat3_name, bar.cat3_id]).toEqual([
    "Light",
    "RGB CW Light",
    "Bar Lamp",
    20504,
  ]);
});

test("G5: colour coordinates are fractions of 65535", () => {
  const { color_mode, color_x, color_y } = named(lights, "Desk spot");
  expect([color_mode, color_x, color_y]).toEqual([1, 39911, 24379]);
});

test("G6: a light's colour fields never contradict each other", () => {
  const rgbAt = (x: number, y: number) => rgbFromXy({ x: x / 65535, y: y / 65535 });
  for (const light of lights) {
    const { color_x, color_y } = light;
    expect(light.color_rgb).toBe(rgbAt(color_x, color_y));
    expect(light.color_len).toBe(light.color_arr.length);
    expect(light.color_rgb_arr).toEqual(light.color_arr.map(({ x, y }: Wire) => rgbAt(x, y)));
    if (light.color_mode === 3) expect(light.color_arr[0]).toEqual({ x: color_x, y: color_y });
    if (light.color_mode !== 2) continue;
    const white = xyFromKelvin(light.color_cw);
    expect([color_x, color_y]).toEqual([Math.round(white.x * 65535), Math.round(white.y * 65535)]);
  }
  expect(named(lights, "Wardrobe").color_mode).toBe(1);
  expect(named(lights, "TV bar").color_rgb_arr).toEqual([0xff8800, 0xff4d00, 0xff0055, 0xa000ff, 0x3300ff]);
});

test("G7: the fields without a description are there, and empty", () => {
  for (const light of lights) {
    expect(light).toMatchObject({ pack: [], positions: "", position_x: 0, position_y: 0 });
    expect(light).toMatchObject({ ext_attr: { motion: 0 }, motion: {}, motion_type: [] });
  }
});

test("G7: the positions of a sync box's colours are 0 until a client gives others", async () => {
  const [box] = await gateway.client.list("sync");
  const { key } = await PairedClient.of(gateway);
  for (const { position_x, position_y } of box.color_config_1) expect([position_x, position_y]).toEqual([0, 0]);
  const color_config_1 = [{ x: 1, y: 2, position_x: 3, position_y: 4 }];
  const command = { method: "PUT", headers: { "application-key": key }, body: JSON.stringify({ color_config_1 }) };
  expect((await gateway.client.send(`/clip/v2/resource/sync/${box.id}`, command)).json.code).toBe(0);
  expect(await gateway.client.one(`sync/${box.id}`)).toMatchObject({ color_config_1 });
});

test("G8: a device carries new_version, empty when there is none", () => {
  expect(named(devices, "Shelf strip")).toMatchObject({ has_new: 1, new_version: "1.5.0" });
  expect(named(devices, "TV bar")).toMatchObject({ has_new: 0, new_version: "" });
});

test("G8: has_new is 1 only for a version that is newer, and 0 once the device runs it", async () => {
  const deviceId = idFrom<DeviceId>(named(devices, "Reading lamp").id);
  const read = async () => {
    const { has_new, new_version, product } = await gateway.client.one(`device/${deviceId}`);
    return [has_new, new_version, product.software_version];
  };
  for (const newVersion of ["1.4.2", "1.4.1", "v1.4.2.0"]) {
    expect(gateway.gateway.submit({ kind: "deviceUpdateFound", deviceId, newVersion })).toBe("not-allowed");
  }
  expect(await read()).toEqual([0, "", "1.4.2"]);
  expect(gateway.gateway.submit({ kind: "deviceUpdateFound", deviceId, newVersion: "1.10" })).toBe("done");
  expect(await read()).toEqual([1, "1.10", "1.4.2"]);
  expect(gateway.gateway.submit({ kind: "deviceUpdated", deviceId, softwareVersion: "1.9" })).toBe("done");
  expect(await read()).toEqual([1, "1.10", "1.9"]);
  expect(gateway.gateway.submit({ kind: "deviceUpdated", deviceId, softwareVersion: "1.10.0" })).toBe("done");
  expect(await read()).toEqual([0, "", "1.10.0"]);
});

test("G18: a sync area is a room, and a box that is on drives the colour lights in it", async () => {
  const [box] = await gateway.client.list("sync");
  const room = named(await gateway.client.list("room?ext_light=1"), "Living room");
  expect([box.on, box.area_id, box.area_name]).toEqual([1, room.id, "Living room"]);
  expect(room.ext_light.map((light: Wire) => light.sync_status)).toEqual([1, 1, 1]);
  expect(lights.filter((light) => light.sync_status === 1)).toHaveLength(3);
});

test("a list follows everything that it was made from: a room's new name is in the list of sync boxes", async () => {
  const [room] = await gateway.client.list("room");
  const areaName = async () => (await gateway.client.list("sync"))[0].area_name;
  for (const name of ["Salon", "Living room"]) {
    gateway.gateway.submit({ kind: "roomRenamed", roomId: room.id, name });
    expect(await areaName()).toBe(name);
  }
});

test("G94: zigbee_version is empty of a sync box, which is on no Zigbee network, and 3.0 of all others", async () => {
  const withNodes = await gateway.client.list("device?ext_zigbee=1");
  const seen = new Set<string>();
  for (const { product, ext_zigbee } of withNodes) {
    const isBox = product.cat1_id === 3;
    seen.add(`${isBox}`);
    expect([product.zigbee_version, Object.keys(ext_zigbee).length > 0]).toEqual(isBox ? ["", false] : ["3.0", true]);
  }
  expect(seen.size).toBe(2);
});

test("G95: a colour scene has neither the id nor the address of a picture, and a picture scene has both", async () => {
  const scenes = await gateway.client.list("scene");
  expect(new Set(scenes.map(({ scene_type }) => scene_type))).toEqual(new Set([1, 2]));
  for (const { scene_type, picture_id, picture_url, picture_type } of scenes) {
    const hasPicture = scene_type === 2;
    expect([picture_id !== "", picture_url !== "", picture_type]).toEqual([hasPicture, hasPicture, "file"]);
  }
});

test("G24: a scene has five colours, unsigned ARGB with alpha FF", async () => {
  for (const { colors } of await gateway.client.list("scene")) {
    expect(colors).toHaveLength(5);
    for (const colour of colors) expect(Math.floor(colour / 0x1000000)).toBe(0xff);
  }
  expect(named(await gateway.client.list("scene"), "Evening").colors[0]).toBe(4293551661);
});

test("G34: the whole house holds every admitted device but the gateway, the unassigned room those in no other", async () => {
  const rooms = await gateway.client.list("room?include_all_room=1&include_no_room=1");
  const children = (name: string): string[] => named(rooms, name).children.map(({ rid }: Wire) => rid);
  const admitted = devices.filter((device) => device.join_status === 1 && device.product.cat1_id !== 1);
  expect(new Set(children("Whole house"))).toEqual(new Set(admitted.map(({ id }) => id)));
  const normal = rooms
    .filter((room) => room.room_kind === 0)
    .flatMap((room) => room.children.map(({ rid }: Wire) => rid));
  expect(new Set([...normal, ...children("Unassigned")])).toEqual(new Set(children("Whole house")));
  expect(children("Unassigned").map((id) => devices.find((device) => device.id === id).name)).toEqual([
    "Porch",
    "Desk spot",
  ]);
});

test("G36: a light or a box that is off keeps a brightness of 1 to 100", () => {
  gateway.gateway.submit({ kind: "lightChanged", lightId: lights[0].id, state: { on: false, brightnessPercent: 0 } });
  return expect(gateway.client.one(`light/${lights[0].id}`)).resolves.toMatchObject({ on: 0, brightness: 1 });
});

test("G39: every light has power_on", () => {
  const modes = lights.map(({ power_on }) => power_on.mode);
  expect(new Set(modes)).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("G41: a light and a sync box have the name of their device", async () => {
  for (const { name, services } of devices.filter(({ product }) => product.cat1_id !== 1)) {
    for (const { rid, rtype } of services) expect((await gateway.client.one(`${rtype}/${rid}`)).name).toBe(name);
  }
});

test("G42: icon and background are empty, and sequence tells rooms, and the scenes of a room, apart", async () => {
  const all = "room?include_all_room=1&include_no_room=1";
  const [living] = await gateway.client.list("room");
  expect((await gateway.client.list(all)).map(({ name, sequence }) => `${sequence} ${name}`)).toEqual([
    "0 Whole house",
    "1 Living room",
    "2 Kitchen",
    "3 Bedroom",
    "4 Unassigned",
  ]);
  for (const { icon, background } of await gateway.client.list(all)) expect([icon, background]).toEqual(["", 0]);
  const scenes = await gateway.client.list("scene");
  for (const { icon, background } of scenes) expect([icon, background]).toEqual(["", ""]);
  const places = scenes.map(({ parent_id, sequence }) => `${parent_id} ${sequence}`);
  expect(new Set(places).size).toBe(scenes.length);
  expect(
    scenes.filter(({ parent_id }) => parent_id === living.services[0].rid).map(({ sequence }) => sequence),
  ).toEqual([1, 2]);
});
