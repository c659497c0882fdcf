import { Check } from "typebox/value";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireReference } from "../../src/core/contract/reference.ts";
import { WireRoom } from "../../src/core/contract/room.ts";
import { runGateway, type TestGateway } from "../support/gateway/running-gateway.ts";
import type { Wire } from "../support/http/http-client.ts";
import { type EveryResource, everyResource } from "./every-resource.ts";
import { type FieldRow, faultsDeclared, faultsSeen, fieldNames, rowNames, sentences, shown } from "./field-rows.ts";
import { A_UUID } from "./field-types.ts";

const ROOM: readonly FieldRow[] = [
  { name: "id", type: "UUID" },
  { name: "type", type: "string", allowed: ["room"] },
  { name: "name", type: "string" },
  { name: "room_kind", type: "integer", allowed: [0, 1, 2] },
  { name: "room_type", type: "string" },
  { name: "icon", type: "string" },
  { name: "background", type: "integer" },
  { name: "sequence", type: "integer" },
  { name: "children", type: "array of ResInfo" },
  { name: "services", type: "array of ResInfo" },
];

const CHILD: readonly FieldRow[] = [
  { name: "rid", type: "UUID" },
  { name: "rtype", type: "string", allowed: ["device"] },
];

const SERVICE: readonly FieldRow[] = [
  { name: "rid", type: "UUID" },
  { name: "rtype", type: "string" },
];

let running: TestGateway;
let rooms: EveryResource;
let children: Wire[];
let services: Wire[];

beforeAll(async () => {
  running = await runGateway();
  rooms = await everyResource(running.client, "room", "?include_all_room=1&include_no_room=1");
  children = rooms.all.flatMap((room) => room.children);
  services = rooms.all.flatMap((room) => room.services);
});

afterAll(() => running.stop());

const roomOfKind = (kind: number): Wire => rooms.listed.find(({ room_kind }) => room_kind === kind);
const ridsOf = (references: Wire[]): string[] => references.map(({ rid }) => rid).sort();
const normalRooms = (): Wire[] => rooms.listed.filter(({ room_kind }) => room_kind === 0);

test.each(sentences("room", ROOM))("spec §2.5: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: rooms.all, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireRoom, row, objects: rooms.all })).toEqual([]);
});

test.each(sentences("room.children[]", CHILD))("spec §2.5: %s", (_sentence, row) => {
  const { items } = WireRoom.properties.children;
  expect(faultsSeen({ objects: children, row })).toEqual([]);
  expect(faultsDeclared({ schema: items, row, objects: children })).toEqual([]);
});

test.each(sentences("room.services[]", SERVICE))("spec §2.5: %s", (_sentence, row) => {
  expect(faultsSeen({ objects: services, row })).toEqual([]);
  expect(faultsDeclared({ schema: WireReference, row, objects: services })).toEqual([]);
});

test("spec §2.5: a room carries the fields of the table and no other", () => {
  expect(fieldNames(rooms.all)).toEqual(rowNames(ROOM));
});

test("spec §2.5: a room reads the same alone as in the list, whatever its kind", () => {
  expect(rooms.read).toEqual(rooms.listed);
});

test("spec §2.5: the demo home shows normal rooms, the whole house and the unassigned room", () => {
  expect(rooms.listed.map(({ room_kind }) => room_kind).sort()).toEqual([0, 0, 0, 1, 2]);
});

test("spec §2.5: room_type is any text, such as a bedroom or kitchen label", () => {
  const types = shown(normalRooms(), "room_type");
  expect(types).toEqual(["bedroom", "kitchen", "living_room"]);
  expect(Check(WireRoom, { ...rooms.listed[0], room_type: "Wintergarten 2, Süd" })).toBe(true);
});

test("spec §2.5: every child of a room is a device that can be read", async () => {
  const devices = await Promise.all(children.map(({ rid }) => running.client.one(`device/${rid}`)));
  expect(devices.map(({ id, type }) => ({ rid: id, rtype: type }))).toEqual(children);
});

test("spec §2.5: the declaration refuses a child that is no device", () => {
  const withChild = (rtype: string) => ({ ...rooms.listed[0], children: [{ rid: A_UUID, rtype }] });
  expect(Check(WireRoom, withChild("device"))).toBe(true);
  expect(Check(WireRoom, withChild("light"))).toBe(false);
});

test("spec §2.5: a room has one service, a group_light of its own", () => {
  for (const room of rooms.all) expect(fieldValues(room.services, "rtype")).toEqual(["group_light"]);
  expect(new Set(fieldValues(services, "rid")).size).toBe(rooms.listed.length);
});

test.each([
  ["Living room", ["TV bar", "Reading lamp", "Shelf strip", "Sync box"]],
  ["Kitchen", ["Ceiling", "Worktop"]],
  ["Bedroom", ["Bedside left", "Bedside right", "Wardrobe", "Dial"]],
  ["Unassigned", ["Porch", "Desk spot"]],
])("spec §2.5: %s holds the devices that its file puts there", async (name, devices) => {
  const room = rooms.listed.find((one) => one.name === name);
  const inside = await Promise.all(room.children.map(({ rid }: Wire) => running.client.one(`device/${rid}`)));
  expect(fieldValues(inside, "name")).toEqual(devices);
});

test("spec §2.5: no device is in two rooms that are not the whole house", () => {
  const rids = [...normalRooms(), roomOfKind(2)].flatMap((room) => ridsOf(room.children));
  expect(new Set(rids).size).toBe(rids.length);
});

test("spec §2.5: the whole house holds what the normal rooms and the unassigned room hold together", () => {
  const apart = [...normalRooms(), roomOfKind(2)].flatMap((room) => room.children);
  expect(ridsOf(roomOfKind(1).children)).toEqual(ridsOf(apart));
});

test("spec §2.5: neither the gateway nor a device that nobody added is in a room", async () => {
  const [gateway] = await running.client.list("device?cat1_id=1");
  const [stranger] = await running.client.list("device?join_status=0");
  expect(fieldValues(children, "rid")).not.toContain(gateway.id);
  expect(fieldValues(children, "rid")).not.toContain(stranger.id);
});

const fieldValues = (objects: readonly Wire[], name: string): unknown[] => objects.map((object) => object[name]);
