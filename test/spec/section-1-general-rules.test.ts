import { afterAll, beforeAll, expect, test } from "vitest";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { exchangeRaw } from "../support/http/raw-connection.ts";
import { everyResource } from "./every-resource.ts";
import { A_UUID, FIELD_TYPES } from "./field-types.ts";

const ROOT = "/clip/v2/resource";
const TYPES = ["device", "light", "sync", "room", "scene"] as const;
const QUERIES: Readonly<Record<string, string>> = { room: "?include_all_room=1&include_no_room=1" };

let running: TestGateway;
const resources = new Map<string, readonly Wire[]>();

beforeAll(async () => {
  running = await runGateway();
  for (const type of TYPES) resources.set(type, (await everyResource(running.client, type, QUERIES[type])).all);
});

afterAll(() => running.stop());

const allOf = (type: string): readonly Wire[] => {
  const found = resources.get(type) ?? [];
  expect(found).not.toHaveLength(0);
  return found;
};

test.each(TYPES)("spec §1: the service exposes %s through HTTP GET, as a list and one by one", (type) => {
  for (const resource of allOf(type)) expect(resource.type).toBe(type);
});

test.each([
  ["a list", "GET", `${ROOT}/light`],
  ["an unknown resource", "GET", `${ROOT}/device/${A_UUID}`],
  ["an unknown path", "GET", "/clip/v1/light"],
  ["the root", "GET", "/"],
  ["a malformed parameter", "GET", `${ROOT}/device?room_uuid=kitchen`],
  ["a malformed path", "GET", "/clip/%zz"],
  ["a target that is too long", "GET", `/${"a".repeat(4_000)}`],
  ["a method that is not served", "DELETE", `${ROOT}/light`],
  ["a method on an unknown path", "POST", "/nowhere"],
])("spec §1: by rule 1 the answer to %s is JSON with the envelope", async (_case, method, path) => {
  const { headers, json } = await running.client.send(path, { method });
  expect(headers["content-type"]).toBe("application/json");
  expect(Object.keys(json).sort()).toEqual(["code", "data", "msg"]);
  expect(Number.isInteger(json.code)).toBe(true);
  expect(typeof json.msg).toBe("string");
  expect(FIELD_TYPES.object.is(json.data)).toBe(true);
});

test.each([
  ["bytes that are no HTTP", "hello\r\n\r\n"],
  ["a request without a Host", `GET ${ROOT}/light HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ["a foreign host name", `GET ${ROOT}/light HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`],
])("spec §1: by rule 1 the answer to %s has the envelope too", async (_case, bytes) => {
  const { envelope } = await exchangeRaw(running.http.port, bytes);
  expect(envelope).toEqual({ code: expect.any(Number), msg: expect.any(String), data: {} });
  expect(envelope.code).not.toBe(0);
});

test.each([
  ["device", "join_status"],
  ["device", "online"],
  ["device", "has_new"],
  ["light", "on"],
  ["light", "support_segment"],
  ["light", "support_dynamic"],
  ["light", "sync_status"],
  ["sync", "on"],
  ["scene", "is_active"],
])("spec §1: by rule 2 the flag %s.%s is 1 or 0, never true or false", (type, field) => {
  for (const resource of allOf(type)) expect([0, 1]).toContain(resource[field]);
});

test("spec §1: by rule 2 the flag power_on.on is 1 or 0, never true or false", () => {
  for (const { power_on } of allOf("light")) expect([0, 1]).toContain(power_on.on);
});

test.each(TYPES)("spec §1: by rule 3 the identifier of a %s is a UUID string in upper case", (type) => {
  for (const { id } of allOf(type)) expect(id).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
});

test("spec §1: by rule 3 no two resources share an identifier", () => {
  const ids = TYPES.flatMap((type) => [...new Set(allOf(type).map(({ id }) => id))]);
  const expected = TYPES.reduce((count, type) => count + allOf(type).length / 2, 0);
  expect(new Set(ids).size).toBe(expected);
});

test.each(TYPES)("spec §1: by rule 3 a %s is found whatever the case of its identifier", async (type) => {
  const [resource] = allOf(type);
  expect(await running.client.one(`${type}/${resource.id.toLowerCase()}`)).toEqual(resource);
});

test.each([
  ["light", "pack", "array of string"],
  ["light", "position_x", "integer"],
  ["light", "position_y", "integer"],
  ["light", "positions", "string"],
  ["sync", "ability", "integer"],
  ["room", "icon", "string"],
  ["room", "background", "integer"],
  ["room", "sequence", "integer"],
  ["scene", "icon", "string"],
  ["scene", "background", "string"],
  ["scene", "sequence", "integer"],
  ["scene", "colors", "array of integer"],
] as const)("spec §1: by rule 4 the reserved field %s.%s is present, of type %s", (type, field, fieldType) => {
  for (const resource of allOf(type)) expect(FIELD_TYPES[fieldType].is(resource[field])).toBe(true);
});
