import { Check } from "typebox/value";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireSceneFilter } from "../../src/core/contract/scene.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Received, Wire } from "../support/http/http-client.ts";
import { A_UUID } from "./field-types.ts";

const SCENES = ["Evening", "Aurora", "Cooking", "Sunrise", "Night"];
const IN_ROOM = [
  ["Living room", ["Evening", "Aurora"]],
  ["Kitchen", ["Cooking"]],
  ["Bedroom", ["Sunrise", "Night"]],
] as const;

let running: TestGateway;
let rooms: Wire[];

beforeAll(async () => {
  running = await runGateway();
  rooms = await running.client.list("room?include_all_room=1&include_no_room=1");
});

afterAll(() => running.stop());

const idOf = (roomName: string): string => rooms.find(({ name }) => name === roomName).id;
const namesOf = ({ json }: Received): string[] => json.data.arr.map(({ name }: Wire) => name);

function ask({ query = "", body }: { query?: string; body?: unknown } = {}): Promise<Received> {
  const path = `/clip/v2/resource/scene${query}`;
  if (body === undefined) return running.client.send(path);
  const headers = { "content-type": "application/json" };
  return running.client.send(path, { headers, body: typeof body === "string" ? body : JSON.stringify(body) });
}

test("spec §4.8: without a filter all scenes are listed, with their count and an empty obj", async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(namesOf(answer)).toEqual(SCENES);
  expect(answer.json).toMatchObject({ code: 0, msg: "success", data: { len: 5, obj: {} } });
});

test.each(IN_ROOM)(
  "spec §4.8: room_uuid of the %s in a JSON body on GET lists its scenes: %j",
  async (name, scenes) => {
    const answer = await ask({ body: { room_uuid: idOf(name) } });
    expect(answer.status).toBe(200);
    expect(namesOf(answer)).toEqual(scenes);
    expect(answer.json.data.len).toBe(scenes.length);
  },
);

test.each(IN_ROOM)("spec §4.8: room_uuid of the %s in the query lists the same scenes: %j", async (name, scenes) => {
  expect(namesOf(await ask({ query: `?room_uuid=${idOf(name)}` }))).toEqual(scenes);
});

test("spec §4.8: the scenes of a room are those that hang on its group_light", async () => {
  for (const { id, services } of rooms) {
    const all: Wire[] = (await ask()).json.data.arr;
    const wanted = all.filter(({ parent_id }) => parent_id === services[0].rid);
    expect((await ask({ body: { room_uuid: id } })).json.data.arr).toEqual(wanted);
  }
});

test("spec §4.8: the body wins over the query", async () => {
  const query = `?room_uuid=${idOf("Kitchen")}`;
  expect(namesOf(await ask({ query, body: { room_uuid: idOf("Bedroom") } }))).toEqual(["Sunrise", "Night"]);
});

test("spec §4.8: a body {} leaves the query its say", async () => {
  expect(namesOf(await ask({ query: `?room_uuid=${idOf("Kitchen")}`, body: {} }))).toEqual(["Cooking"]);
});

test.each([
  ["{} in the body", { body: {} }],
  ["an empty body", { body: "" }],
  ["an empty room_uuid in the body", { body: { room_uuid: "" } }],
  ["an empty room_uuid in the query", { query: "?room_uuid=" }],
  ["another field in the body", { body: { page: 2 } }],
  ["another parameter in the query", { query: "?page=2" }],
])("spec §4.8: %s is no filter", async (_case, request) => {
  const answer = await ask(request);
  expect(answer.status).toBe(200);
  expect(namesOf(answer)).toEqual(SCENES);
});

test("spec §4.8: the body is read whatever its content type, and none at all", async () => {
  const body = JSON.stringify({ room_uuid: idOf("Kitchen") });
  for (const headers of [{}, { "content-type": "text/plain" }]) {
    const listed = await running.client.list("scene", { body, headers });
    expect(listed.map(({ name }) => name)).toEqual(["Cooking"]);
  }
});

test("spec §4.8: room_uuid ignores case, in the body and in the query", async () => {
  const room_uuid = idOf("Kitchen").toLowerCase();
  expect(namesOf(await ask({ body: { room_uuid } }))).toEqual(["Cooking"]);
  expect(namesOf(await ask({ query: `?room_uuid=${room_uuid}` }))).toEqual(["Cooking"]);
});

test("spec §4.8: a room that does not exist, or has no scenes, has an empty list", async () => {
  for (const room_uuid of [A_UUID, idOf("Unassigned"), idOf("Whole house")]) {
    const { status, json } = await ask({ body: { room_uuid } });
    expect([status, json]).toEqual([200, { code: 0, msg: "success", data: { arr: [], len: 0, obj: {} } }]);
  }
});

test.each([
  ["text that is not JSON", "{room_uuid"],
  ["an array", "[]"],
  ["a string", '"kitchen"'],
  ["null", "null"],
  ["a room_uuid that is a number", '{"room_uuid":1}'],
  ["a room_uuid that is no UUID", '{"room_uuid":"kitchen"}'],
])("spec §4.8: %s as the body is malformed", async (_case, body) => {
  const { status, json } = await ask({ body });
  expect(status).toBe(400);
  expect(json).toEqual({ code: -400, msg: expect.any(String), data: {} });
});

test("spec §4.8: the declared filter has room_uuid, a string, as its one field", () => {
  expect(Object.keys(WireSceneFilter.properties)).toEqual(["room_uuid"]);
  expect(Check(WireSceneFilter, { room_uuid: A_UUID })).toBe(true);
  for (const wrong of [1, null, [], {}, "kitchen"]) expect(Check(WireSceneFilter, { room_uuid: wrong })).toBe(false);
});

test.each(SCENES)("spec §4.8: the scene %s can be read alone, in data.obj beside an empty arr", async (name) => {
  const scene = (await ask()).json.data.arr.find((one: Wire) => one.name === name);
  for (const id of [scene.id, scene.id.toLowerCase()]) {
    const { status, json } = await running.client.send(`/clip/v2/resource/scene/${id}`, { body: "{}" });
    expect([status, json]).toEqual([200, { code: 0, msg: "success", data: { obj: scene, arr: [] } }]);
  }
});
