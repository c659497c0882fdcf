import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { emptyGateway, IDENTITY } from "../../../../test/support/home/empty-gateway.ts";
import { ownDeviceId } from "../model/identity.ts";
import { type DeviceId, type Id, idFrom } from "../model/ids.ts";
import type { Room } from "../model/room.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";

const id = <SomeId extends Id<string>>(digit: string): SomeId =>
  idFrom(`${digit.repeat(8)}-0000-4000-8000-000000000000`);

const { product } = aDevice();
const hub = aDevice({ id: ownDeviceId(IDENTITY), product: { ...product, categoryId: 10101 }, lightIds: [] });
const light = aLight({ id: id("1"), deviceId: id("1") });
const lamp = aDevice({ id: id("1"), lightIds: [light.id] });
const box = aSyncBox({ id: id("2"), deviceId: id("2") });
const boxDevice = aDevice({ id: id("2"), lightIds: [], syncBoxId: box.id });
const stranger = aDevice({ id: id("3"), lightIds: [], admitted: false });
const room = aRoom({ id: id("a") });
const house: Room = { ...aRoom({ id: id("b") }), kind: "wholeHouse" };
const scene = aScene({ id: id("1"), roomId: room.id });

const gateway = emptyGateway();
const FURNISHING: readonly Change[] = [
  { kind: "roomAdded", room },
  { kind: "roomAdded", room: house },
  { kind: "deviceJoined", device: hub, lights: [], syncBox: null },
  { kind: "deviceJoined", device: lamp, lights: [light], syncBox: null },
  { kind: "deviceJoined", device: boxDevice, lights: [], syncBox: box },
  { kind: "deviceJoined", device: stranger, lights: [], syncBox: null },
  { kind: "sceneAdded", scene },
];
const outcomes = FURNISHING.map((change) => gateway.submit(change));

test("the home to refuse changes to is furnished", () => {
  expect(outcomes).toEqual(FURNISHING.map(() => "done"));
});

test.each<Change>([
  { kind: "deviceAdmitted", deviceId: id("9") },
  { kind: "deviceAdmitted", deviceId: stranger.id, name: "New", place: { roomId: id("9") } },
  { kind: "deviceDescribed", device: aDevice({ id: id("9"), lightIds: [] }), lights: [] },
  { kind: "deviceLinkQualityReported", deviceId: id("9"), linkQuality: 7 },
  { kind: "deviceRenamed", deviceId: id("9"), name: "New" },
  { kind: "deviceReached", deviceId: id("9"), online: true },
  { kind: "deviceUpdateFound", deviceId: id("9"), newVersion: "2.0" },
  { kind: "deviceUpdated", deviceId: id("9"), softwareVersion: "2.0" },
  { kind: "deviceMoved", deviceId: id("9"), roomId: room.id },
  { kind: "deviceMoved", deviceId: id("9"), roomId: null },
  { kind: "deviceMoved", deviceId: lamp.id, roomId: id("9") },
  { kind: "deviceLeft", deviceId: id("9") },
  { kind: "lightChanged", lightId: id("9"), state: {} },
  { kind: "lightsChanged", deviceId: id("9"), state: {} },
  { kind: "syncBoxChanged", syncBoxId: id("9"), state: {} },
  { kind: "roomRenamed", roomId: id("9"), name: "New" },
  { kind: "roomRemoved", roomId: id("9") },
  { kind: "sceneAdded", scene: aScene({ id: id("9"), roomId: id("9") }) },
  { kind: "sceneChanged", sceneId: id("9"), scene: {} },
  { kind: "sceneActivated", sceneId: id("9") },
  { kind: "sceneOver", sceneId: id("9") },
  { kind: "sceneRemoved", sceneId: id("9") },
  { kind: "keyUsed", keyId: id("9"), at: "2026-11-15T07:00:00.000Z" },
  { kind: "keyRevoked", keyId: id("9") },
])("$kind of something that the home does not hold is not found", (change) => {
  expect(effectOf(gateway.home, change)).toBe("not-found");
});

test.each<Change>([
  { kind: "deviceJoined", device: { ...lamp, name: "Other" }, lights: [], syncBox: null },
  { kind: "roomAdded", room: { ...room, name: "Other" } },
  { kind: "roomAdded", room: { ...house, kind: "unassigned" } },
  { kind: "roomAdded", room: { ...aRoom({ id: id("9") }), groupLightId: room.groupLightId } },
  { kind: "sceneAdded", scene: { ...scene, name: "Other" } },
])("$kind with an id that is taken is already there", (change) => {
  expect(effectOf(gateway.home, change)).toBe("already-there");
});

const newLight = aLight({ id: id("9"), deviceId: id("9") });
const newBox = aSyncBox({ id: id("9"), deviceId: id("9") });
const newDevice = aDevice({ id: id("9"), lightIds: [newLight.id], syncBoxId: newBox.id });
const joined = (parts: Partial<Extract<Change, { kind: "deviceJoined" }>>): Change => ({
  ...{ kind: "deviceJoined", device: newDevice, lights: [newLight], syncBox: newBox },
  ...parts,
});

test.each<readonly [why: string, change: Change]>([
  ["a light of another device", joined({ lights: [{ ...newLight, deviceId: lamp.id }] })],
  ["a sync box of another device", joined({ syncBox: { ...newBox, deviceId: lamp.id } })],
  ["an area that there is not", joined({ syncBox: { ...newBox, areaId: id("9") } })],
  ["the whole house for an area", joined({ syncBox: { ...newBox, areaId: house.id } })],
  ["lights that it does not bring", joined({ lights: [] })],
  ["no word of the light it brings", joined({ device: { ...newDevice, lightIds: [] } })],
  ["a sync box that it does not bring", joined({ syncBox: null })],
  ["no word of the sync box it brings", joined({ device: { ...newDevice, syncBoxId: null } })],
  ["a brightness that is no number", joined({ lights: [{ ...newLight, brightnessPercent: Number.NaN }] })],
  [
    "an endless colour",
    joined({ lights: [{ ...newLight, colour: { mode: "xy", point: { x: Number.POSITIVE_INFINITY, y: 0 } } }] }),
  ],
  ["a sync box whose brightness is no number", joined({ syncBox: { ...newBox, brightnessPercent: Number.NaN } })],
  ["an update to what is installed", joined({ device: { ...newDevice, newVersion: "1.0" } })],
  [
    "the same light twice",
    joined({ device: { ...newDevice, lightIds: [id("9"), id("9")] }, lights: [newLight, newLight] }),
  ],
])("a device does not join with %s", (_why, change) => {
  expect(effectOf(gateway.home, change)).toBe("not-allowed");
});

test.each<readonly [what: string, change: Change]>([
  [
    "light",
    joined({
      device: { ...newDevice, lightIds: [light.id] },
      lights: [{ ...newLight, id: light.id }],
    }),
  ],
  ["sync box", joined({ device: { ...newDevice, syncBoxId: box.id }, syncBox: { ...newBox, id: box.id } })],
])("a device does not join with a %s whose id another device has given out", (_what, change) => {
  expect(effectOf(gateway.home, change)).toBeOneOf(["already-there", "not-allowed"]);
});

const newScene = aScene({ id: id("9"), roomId: room.id });

test.each<readonly [why: string, change: Change]>([
  ["a device that was not admitted is put in no room", { kind: "deviceMoved", deviceId: stranger.id, roomId: room.id }],
  ["the gateway is put in no room", { kind: "deviceMoved", deviceId: hub.id, roomId: room.id }],
  ["nothing is put in the whole house by hand", { kind: "deviceMoved", deviceId: lamp.id, roomId: house.id }],
  ["no update leads to what is installed", { kind: "deviceUpdateFound", deviceId: lamp.id, newVersion: "1.0" }],
  ["no update leads to an older version", { kind: "deviceUpdateFound", deviceId: lamp.id, newVersion: "0.9" }],
  ["no update leads to a version of spaces", { kind: "deviceUpdateFound", deviceId: lamp.id, newVersion: " " }],
  ["the gateway does not leave", { kind: "deviceLeft", deviceId: hub.id }],
  ["the whole house is no sync area", { kind: "syncBoxChanged", syncBoxId: box.id, state: { areaId: house.id } }],
  [
    "a room that there is not is no sync area",
    { kind: "syncBoxChanged", syncBoxId: box.id, state: { areaId: id("9") } },
  ],
  ["a room starts without devices", { kind: "roomAdded", room: aRoom({ id: id("9"), deviceIds: [lamp.id] }) }],
  ["the whole house stays", { kind: "roomRemoved", roomId: house.id }],
  ["a room has a place in the order", { kind: "roomAdded", room: aRoom({ id: id("9"), sequence: Number.NaN }) }],
  ["a scene has a place in the order", { kind: "sceneAdded", scene: { ...newScene, sequence: Number.NaN } }],
  ["a scene starts with colours", { kind: "sceneAdded", scene: { ...newScene, colours: [0xff0000, 0x1000000] } }],
  [
    "a scene that lamps keep starts without colours",
    { kind: "sceneAdded", scene: { ...newScene, keptByLamps: true, colours: [0xff0000] } },
  ],
  ["a scene keeps to colours", { kind: "sceneChanged", sceneId: scene.id, scene: { colours: [0.5] } }],
])("%s", (_why, change) => {
  expect(effectOf(gateway.home, change)).toBe("not-allowed");
});

test("there is one gateway and one whole house", () => {
  const second = { ...hub, id: id<DeviceId>("4") };
  expect(effectOf(gateway.home, { kind: "deviceJoined", device: second, lights: [], syncBox: null })).toBe(
    "already-there",
  );
  expect(effectOf(gateway.home, { kind: "roomAdded", room: { ...house, id: id("c") } })).toBe("already-there");
});
