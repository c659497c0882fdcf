import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireDevice } from "../../src/core/contract/device.ts";
import { type DataLayout, Envelope, SuccessEnvelope } from "../../src/core/contract/envelope.ts";
import { WireLight } from "../../src/core/contract/light.ts";
import { WireRoom } from "../../src/core/contract/room.ts";
import { WireScene } from "../../src/core/contract/scene.ts";
import { WireSync } from "../../src/core/contract/sync.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Received } from "../support/http/http-client.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences } from "./field-rows.ts";
import { A_UUID } from "./field-types.ts";

const ENVELOPE: readonly FieldRow[] = [
  { name: "code", type: "integer" },
  { name: "msg", type: "string" },
  { name: "data", type: "object" },
];

/** Each read: the list's `data` and the single resource's `data`. */
const READS: readonly { type: string; schema: TSchema; list: DataLayout; one: DataLayout }[] = [
  { type: "device", schema: WireDevice, list: "arr", one: "obj" },
  { type: "light", schema: WireLight, list: "arr+len", one: "obj+arr" },
  { type: "sync", schema: WireSync, list: "arr+len", one: "obj+arr" },
  { type: "room", schema: WireRoom, list: "arr+len", one: "obj" },
  { type: "scene", schema: WireScene, list: "arr+len", one: "obj+arr" },
];

const ROWS = READS.map((read) => [read.type, read] as const);

const FIELDS: Readonly<Record<DataLayout, readonly string[]>> = {
  arr: ["arr", "obj"],
  "arr+len": ["arr", "len", "obj"],
  obj: ["obj"],
  "obj+arr": ["arr", "obj"],
};

let running: TestGateway;
const lists = new Map<string, Received>();
const ones = new Map<string, Received>();
let received: Received[];

beforeAll(async () => {
  running = await runGateway();
  for (const { type } of READS) {
    const list = await running.client.send(`/clip/v2/resource/${type}`);
    lists.set(type, list);
    ones.set(type, await running.client.send(`/clip/v2/resource/${type}/${list.json.data.arr[0].id}`));
  }
  received = [...lists.values(), ...ones.values()];
});

afterAll(() => running.stop());

const dataOf = (answer: Received | undefined) => answer?.json.data;

test.each(sentences("envelope", ENVELOPE))("spec §2.1: %s", (_sentence, row) => {
  const objects = received.map(({ json }) => json);
  const declared = Envelope(SuccessEnvelope("obj", WireDevice).properties.data);
  const oneDevice = objects.filter(({ data }) => data.obj.type === "device");
  expect(faultsSeen({ objects, row })).toEqual([]);
  expect(faultsDeclared({ schema: declared, row, objects: oneDevice })).toEqual([]);
});

test("spec §2.1: every answer carries code, msg and data, and nothing else", () => {
  expect(fieldNames(received.map(({ json }) => json))).toEqual(rowNames(ENVELOPE));
});

test("spec §2.1: code is 0 and msg is success on every read", () => {
  expect(received).toHaveLength(10);
  for (const { status, json } of received) {
    expect({ status, code: json.code, msg: json.msg }).toEqual({ status: 200, code: 0, msg: "success" });
  }
});

test.each(ROWS)("spec §2.1: data.arr is a required array in the list of %s", (type) => {
  const arr = dataOf(lists.get(type))?.arr;
  expect(Array.isArray(arr)).toBe(true);
  expect(arr.length).toBeGreaterThan(0);
  for (const resource of arr) expect(resource.type).toBe(type);
});

test.each(ROWS)("spec §2.1: data.obj is an empty object in the list of %s", (type) => {
  expect(dataOf(lists.get(type))?.obj).toEqual({});
});

test.each(ROWS)("spec §2.1: data.obj is the resource when one %s is read", (type) => {
  expect(dataOf(ones.get(type))?.obj).toEqual(dataOf(lists.get(type))?.arr[0]);
});

test.each(["light", "sync", "scene"])("spec §2.1: data.arr is an empty array when one %s is read", (type) => {
  expect(dataOf(ones.get(type))?.arr).toEqual([]);
});

test.each(["light", "room", "sync", "scene"])("spec §2.1: data.len counts the items in the list of %s", (type) => {
  const data = dataOf(lists.get(type));
  expect(Number.isInteger(data?.len)).toBe(true);
  expect(data?.len).toBe(data?.arr.length);
});

test("spec §2.1: an empty list has an empty arr, a len of 0 and an empty obj", async () => {
  const { json } = await running.client.send(`/clip/v2/resource/scene?room_uuid=${A_UUID}`);
  expect(json).toEqual({ code: 0, msg: "success", data: { arr: [], len: 0, obj: {} } });
});

test.each(ROWS)(
  "spec §2.1: data of a %s holds what its list and its single read are to hold, and no more",
  (type, { list, one }) => {
    expect(fieldNames([dataOf(lists.get(type))])).toEqual(FIELDS[list]);
    expect(fieldNames([dataOf(ones.get(type))])).toEqual(FIELDS[one]);
  },
);

test.each(ROWS)("spec §2.1: the declared envelopes of %s fit what is answered", (type, { schema, list, one }) => {
  expect(Check(SuccessEnvelope(list, schema), lists.get(type)?.json)).toBe(true);
  expect(Check(SuccessEnvelope(one, schema), ones.get(type)?.json)).toBe(true);
});

test.each([
  ["another code", "arr+len", { code: 1, msg: "success", data: { arr: [], len: 0, obj: {} } }],
  ["another msg", "arr+len", { code: 0, msg: "fine", data: { arr: [], len: 0, obj: {} } }],
  ["a list without arr", "arr", { code: 0, msg: "success", data: { obj: {} } }],
  ["a list without obj", "arr", { code: 0, msg: "success", data: { arr: [] } }],
  ["a list with a full obj", "arr", { code: 0, msg: "success", data: { arr: [], obj: { id: 1 } } }],
  ["a counted list with a full obj", "arr+len", { code: 0, msg: "success", data: { arr: [], len: 0, obj: { id: 1 } } }],
  ["a list without its len", "arr+len", { code: 0, msg: "success", data: { arr: [], obj: {} } }],
  ["a len that is no integer", "arr+len", { code: 0, msg: "success", data: { arr: [], len: 0.5, obj: {} } }],
  ["a single read without obj", "obj", { code: 0, msg: "success", data: {} }],
  ["a list of something else", "arr", { code: 0, msg: "success", data: { arr: [{ type: "room" }], obj: {} } }],
] as const)("spec §2.1: the declared envelope refuses %s", (_case, layout, envelope) => {
  expect(Check(SuccessEnvelope(layout, WireDevice), envelope)).toBe(false);
});
