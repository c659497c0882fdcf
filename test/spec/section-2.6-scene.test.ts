import { afterAll, beforeAll, expect, test } from "vitest";
import { WireScene } from "../../src/core/contract/scene.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { type EveryResource, everyResource } from "./every-resource.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences, shown } from "./field-rows.ts";

const SCENE: readonly FieldRow[] = [
  { name: "id", type: "UUID" },
  { name: "type", type: "string", allowed: ["scene"] },
  { name: "parent_id", type: "UUID" },
  { name: "parent_type", type: "string", allowed: ["group_light"] },
  { name: "name", type: "string" },
  { name: "scene_type", type: "integer", allowed: [1, 2] },
  { name: "is_active", type: "integer", allowed: [0, 1] },
  { name: "picture_id", type: "string" },
  { name: "picture_type", type: "string", allowed: ["file"] },
  { name: "picture_url", type: "string" },
  { name: "icon", type: "string" },
  { name: "background", type: "string" },
  { name: "sequence", type: "integer" },
  { name: "colors", type: "array of integer" },
];

let running: TestGateway;
let scenes: EveryResource;

beforeAll(async () => {
  running = await runGateway();
  scenes = await everyResource(running.client, "scene");
});

afterAll(() => running.stop());

const sceneNamed = (name: string): Wire => scenes.listed.find((scene) => scene.name === name);
const ofType = (type: number): Wire[] => scenes.all.filter(({ scene_type }) => scene_type === type);

test.each(sentences("scene", SCENE))("spec §2.6: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: scenes.all, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireScene, row, objects: scenes.all })).toEqual([]);
});

test("spec §2.6: a scene carries the fields of the table and no other", () => {
  expect(fieldNames(scenes.all)).toEqual(rowNames(SCENE));
});

test("spec §2.6: a scene reads the same alone as in the list", () => {
  expect(scenes.listed).toHaveLength(5);
  expect(scenes.read).toEqual(scenes.listed);
});

test.each([
  ["scene_type", [1, 2]],
  ["is_active", [0, 1]],
])("spec §2.6: the demo home shows %s with each of its values", (name, values) => {
  expect(shown(scenes.listed, name)).toEqual(values);
});

test.each([
  ["Evening", "Living room", 1, 1],
  ["Aurora", "Living room", 2, 0],
  ["Cooking", "Kitchen", 1, 0],
  ["Sunrise", "Bedroom", 2, 1],
  ["Night", "Bedroom", 1, 0],
])(
  "spec §2.6: %s hangs on the group_light of the %s, scene_type %i, is_active %i",
  async (name, roomName, type, active) => {
    const room = (await running.client.list("room")).find((one) => one.name === roomName);
    expect(sceneNamed(name)).toMatchObject({
      parent_id: room.services[0].rid,
      parent_type: "group_light",
      scene_type: type,
      is_active: active,
    });
  },
);

test("spec §2.6: at most one scene of a room is active", () => {
  const activeParents = scenes.listed.filter(({ is_active }) => is_active === 1).map(({ parent_id }) => parent_id);
  expect(new Set(activeParents).size).toBe(activeParents.length);
});

test("spec §2.6: a picture scene has a picture_id and an absolute picture_url that gives the picture", async () => {
  expect(ofType(2)).not.toHaveLength(0);
  for (const { picture_id, picture_url } of ofType(2)) {
    expect(picture_id).not.toBe("");
    const { protocol, host, pathname } = new URL(picture_url);
    expect([protocol, host]).toEqual(["http:", `127.0.0.1:${running.http.port}`]);
    const picture = await running.client.send(pathname);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(picture.bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  }
});

test("spec §2.6: picture_url begins with the address under which the client reached the gateway", async () => {
  const headers = { host: "luxgate.local:8080" };
  const listed = await running.client.list("scene", { headers });
  const url = listed.find(({ name }) => name === "Aurora")?.picture_url;
  expect(url).toBe(`http://luxgate.local:8080${new URL(sceneNamed("Aurora").picture_url).pathname}`);
});

test("spec §2.6: a colour scene has neither picture_id nor picture_url", () => {
  expect(ofType(1)).not.toHaveLength(0);
  for (const { picture_id, picture_url } of ofType(1)) expect([picture_id, picture_url]).toEqual(["", ""]);
});

test("spec §2.6: colors are five unsigned ARGB integers with alpha FF", () => {
  for (const { colors } of scenes.all) {
    expect(colors).toHaveLength(5);
    for (const colour of colors) expect(Math.floor(colour / 0x1000000)).toBe(0xff);
  }
  expect(sceneNamed("Evening").colors[0]).toBe(4293551661);
});

test("spec §2.6: sequence tells the scenes of one room apart", () => {
  const places = scenes.listed.map(({ parent_id, sequence }) => `${parent_id} ${sequence}`);
  expect(new Set(places).size).toBe(places.length);
});
