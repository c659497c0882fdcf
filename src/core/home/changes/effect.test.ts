import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { emptyGateway, IDENTITY } from "../../../../test/support/home/empty-gateway.ts";
import { idAt, LitHome, lounge, study } from "../../../../test/support/home/lit-home.ts";
import { xyFromRgb } from "../model/colour.ts";
import { ownDeviceId } from "../model/identity.ts";
import { type Id, idFrom, type RoomId } from "../model/ids.ts";
import type { Room } from "../model/room.ts";
import type { Change } from "./change.ts";
import { effectOf } from "./effect.ts";
import type { Replacement } from "./replacement.ts";

const id = <SomeId extends Id<string>>(digit: string): SomeId =>
  idFrom(`${digit.repeat(8)}-0000-4000-8000-000000000000`);

const { product } = aDevice();
const hub = aDevice({ id: ownDeviceId(IDENTITY), product: { ...product, categoryId: 10101 }, lightIds: [] });
const light = aLight({ id: id("1"), deviceId: id("1") });
const node = { ieeeAddress: "0x0017880100000001", networkAddress: 7, linkQuality: 200 };
const lamp = aDevice({ id: id("1"), lightIds: [light.id], zigbee: node });
const box = aSyncBox({ id: id("2"), deviceId: id("2"), areaId: id("a") });
const boxDevice = aDevice({ id: id("2"), lightIds: [], syncBoxId: box.id });
const stranger = aDevice({ id: id("3"), lightIds: [], admitted: false });
const outdated = aDevice({ id: id("4"), lightIds: [], newVersion: "2.0" });
const emptyKitchen = aRoom({ id: id("a") });
const kitchen = aRoom({ id: id("a"), deviceIds: [lamp.id] });
const bedroom = aRoom({ id: id("b"), name: "Bedroom" });
const house: Room = { ...aRoom({ id: id("c"), name: "Bedroom" }), kind: "wholeHouse" };
const morning = aScene({ id: id("1"), roomId: kitchen.id });
const evening = aScene({ id: id("2"), roomId: kitchen.id, name: "Evening", active: true });
const dinner = aScene({ id: id("3"), roomId: bedroom.id, active: true });

const gateway = emptyGateway();
const { home } = gateway;
const FURNISHING: readonly Change[] = [
  { kind: "roomAdded", room: emptyKitchen },
  { kind: "roomAdded", room: bedroom },
  { kind: "roomAdded", room: house },
  { kind: "deviceJoined", device: hub, lights: [], syncBox: null },
  { kind: "deviceJoined", device: lamp, lights: [light], syncBox: null },
  { kind: "deviceJoined", device: boxDevice, lights: [], syncBox: box },
  { kind: "deviceJoined", device: stranger, lights: [], syncBox: null },
  { kind: "deviceJoined", device: outdated, lights: [], syncBox: null },
  { kind: "deviceMoved", deviceId: lamp.id, roomId: kitchen.id },
  { kind: "sceneAdded", scene: morning },
  { kind: "sceneAdded", scene: evening },
  { kind: "sceneAdded", scene: dinner },
];
const outcomes = FURNISHING.map((change) => gateway.submit(change));

test("a home is furnished by changes that are all made", () => {
  expect(outcomes).toEqual(FURNISHING.map(() => "done"));
  expect(home.rooms.all()).toEqual([kitchen, bedroom, house]);
  expect(home.devices.all()).toEqual([hub, lamp, boxDevice, stranger, outdated]);
  expect(home.lights.all()).toEqual([light]);
  expect(home.scenes.all()).toEqual([morning, evening, dinner]);
});

const newLight = aLight({ id: id("9"), deviceId: id("9") });
const newBox = aSyncBox({ id: id("9"), deviceId: id("9") });
const newDevice = aDevice({ id: id("9"), lightIds: [newLight.id], syncBoxId: newBox.id });
const newRoom = aRoom({ id: id("9") });
const newScene = aScene({ id: id("9"), roomId: bedroom.id });

test.each<{ change: Change; replaces: readonly Replacement[] }>([
  {
    change: { kind: "deviceJoined", device: newDevice, lights: [newLight], syncBox: newBox },
    replaces: [
      { in: "devices", before: undefined, after: newDevice },
      { in: "lights", before: undefined, after: newLight },
      { in: "syncBoxes", before: undefined, after: newBox },
    ],
  },
  {
    change: { kind: "deviceAdmitted", deviceId: stranger.id },
    replaces: [{ in: "devices", before: stranger, after: { ...stranger, admitted: true } }],
  },
  {
    change: {
      kind: "deviceAdmitted",
      deviceId: stranger.id,
      name: "Friend",
      place: { roomId: bedroom.id, byHand: true },
    },
    replaces: [
      {
        in: "devices",
        before: stranger,
        after: { ...stranger, admitted: true, name: "Friend", placedByHand: true },
      },
      { in: "rooms", before: bedroom, after: { ...bedroom, deviceIds: [...bedroom.deviceIds, stranger.id] } },
    ],
  },
  {
    change: { kind: "deviceRenamed", deviceId: lamp.id, name: "Bright" },
    replaces: [
      { in: "devices", before: lamp, after: { ...lamp, name: "Bright" } },
      { in: "lights", before: light, after: { ...light, name: "Bright" } },
    ],
  },
  {
    change: { kind: "deviceRenamed", deviceId: boxDevice.id, name: "Cinema" },
    replaces: [
      { in: "devices", before: boxDevice, after: { ...boxDevice, name: "Cinema" } },
      { in: "syncBoxes", before: box, after: { ...box, name: "Cinema" } },
    ],
  },
  {
    change: { kind: "deviceReached", deviceId: lamp.id, online: false },
    replaces: [{ in: "devices", before: lamp, after: { ...lamp, online: false } }],
  },
  {
    change: { kind: "deviceUpdateFound", deviceId: lamp.id, newVersion: "2.0" },
    replaces: [{ in: "devices", before: lamp, after: { ...lamp, newVersion: "2.0" } }],
  },
  {
    change: { kind: "deviceUpdated", deviceId: outdated.id, softwareVersion: "2.0" },
    replaces: [
      {
        in: "devices",
        before: outdated,
        after: { ...outdated, newVersion: "", product: { ...product, softwareVersion: "2.0" } },
      },
    ],
  },
  {
    change: { kind: "deviceUpdated", deviceId: outdated.id, softwareVersion: "1.9" },
    replaces: [
      { in: "devices", before: outdated, after: { ...outdated, product: { ...product, softwareVersion: "1.9" } } },
    ],
  },
  {
    change: { kind: "deviceMoved", deviceId: lamp.id, roomId: bedroom.id },
    replaces: [
      { in: "rooms", before: kitchen, after: emptyKitchen },
      { in: "rooms", before: bedroom, after: { ...bedroom, deviceIds: [lamp.id] } },
    ],
  },
  {
    change: { kind: "deviceMoved", deviceId: lamp.id, roomId: null },
    replaces: [{ in: "rooms", before: kitchen, after: emptyKitchen }],
  },
  {
    change: { kind: "deviceMoved", deviceId: lamp.id, roomId: null, byHand: true },
    replaces: [
      { in: "devices", before: lamp, after: { ...lamp, placedByHand: true } },
      { in: "rooms", before: kitchen, after: emptyKitchen },
    ],
  },
  {
    change: { kind: "deviceMoved", deviceId: lamp.id, roomId: kitchen.id, byHand: true },
    replaces: [{ in: "devices", before: lamp, after: { ...lamp, placedByHand: true } }],
  },
  {
    change: {
      kind: "deviceDescribed",
      device: { ...lamp, lightIds: [newLight.id] },
      lights: [{ ...newLight, deviceId: lamp.id }],
    },
    replaces: [
      { in: "devices", before: lamp, after: { ...lamp, lightIds: [newLight.id] } },
      { in: "lights", before: undefined, after: { ...newLight, deviceId: lamp.id } },
      { in: "lights", before: light, after: undefined },
    ],
  },
  {
    change: { kind: "deviceLinkQualityReported", deviceId: lamp.id, linkQuality: 7 },
    replaces: [{ in: "devices", before: lamp, after: { ...lamp, zigbee: { ...node, linkQuality: 7 } } }],
  },
  {
    change: { kind: "deviceLeft", deviceId: lamp.id },
    replaces: [
      { in: "lights", before: light, after: undefined },
      { in: "rooms", before: kitchen, after: emptyKitchen },
      { in: "devices", before: lamp, after: undefined },
    ],
  },
  {
    change: { kind: "deviceLeft", deviceId: boxDevice.id },
    replaces: [
      { in: "devices", before: boxDevice, after: undefined },
      { in: "syncBoxes", before: box, after: undefined },
    ],
  },
  {
    change: { kind: "lightChanged", lightId: light.id, state: { on: false } },
    replaces: [
      { in: "lights", before: light, after: { ...light, on: false } },
      { in: "scenes", before: evening, after: { ...evening, active: false } },
    ],
  },
  {
    change: { kind: "lightChanged", lightId: light.id, state: { brightnessPercent: 10 } },
    replaces: [{ in: "lights", before: light, after: { ...light, brightnessPercent: 10 } }],
  },
  {
    change: { kind: "syncBoxChanged", syncBoxId: box.id, state: { intensity: "highest" } },
    replaces: [{ in: "syncBoxes", before: box, after: { ...box, intensity: "highest" } }],
  },
  { change: { kind: "roomAdded", room: newRoom }, replaces: [{ in: "rooms", before: undefined, after: newRoom }] },
  {
    change: { kind: "roomRenamed", roomId: house.id, name: "All" },
    replaces: [{ in: "rooms", before: house, after: { ...house, name: "All" } }],
  },
  {
    change: { kind: "roomRemoved", roomId: kitchen.id },
    replaces: [
      { in: "rooms", before: kitchen, after: undefined },
      { in: "scenes", before: morning, after: undefined },
      { in: "scenes", before: evening, after: undefined },
      { in: "syncBoxes", before: box, after: { ...box, areaId: null } },
    ],
  },
  { change: { kind: "sceneAdded", scene: newScene }, replaces: [{ in: "scenes", before: undefined, after: newScene }] },
  {
    change: { kind: "sceneAdded", scene: { ...newScene, active: true } },
    replaces: [
      { in: "scenes", before: dinner, after: { ...dinner, active: false } },
      { in: "scenes", before: undefined, after: { ...newScene, active: true } },
    ],
  },
  {
    change: { kind: "sceneChanged", sceneId: evening.id, scene: { name: "Late", colours: [...evening.colours] } },
    replaces: [{ in: "scenes", before: evening, after: { ...evening, name: "Late" } }],
  },
  {
    change: { kind: "sceneChanged", sceneId: evening.id, scene: { colours: [0] } },
    replaces: [{ in: "scenes", before: evening, after: { ...evening, colours: [0], active: false } }],
  },
  {
    change: { kind: "sceneActivated", sceneId: morning.id },
    replaces: [
      { in: "lights", before: light, after: { ...light, colour: { mode: "xy", point: xyFromRgb(0xff8800) } } },
      { in: "scenes", before: evening, after: { ...evening, active: false } },
      { in: "scenes", before: morning, after: { ...morning, active: true } },
    ],
  },
  {
    change: { kind: "sceneOver", sceneId: evening.id },
    replaces: [{ in: "scenes", before: evening, after: { ...evening, active: false } }],
  },
  {
    change: { kind: "sceneRemoved", sceneId: evening.id },
    replaces: [{ in: "scenes", before: evening, after: undefined }],
  },
])("$change.kind replaces just what it is about", ({ change, replaces }) => {
  const effect = effectOf(home, change);
  expect(Array.isArray(effect) && new Set(effect)).toEqual(new Set(replaces));
});

test.each<Change>([
  { kind: "deviceAdmitted", deviceId: lamp.id },
  { kind: "deviceRenamed", deviceId: lamp.id, name: lamp.name },
  { kind: "deviceReached", deviceId: lamp.id, online: true },
  { kind: "deviceUpdateFound", deviceId: lamp.id, newVersion: "" },
  { kind: "deviceMoved", deviceId: lamp.id, roomId: kitchen.id },
  { kind: "deviceMoved", deviceId: boxDevice.id, roomId: null },
  { kind: "deviceMoved", deviceId: lamp.id, roomId: kitchen.id, byHand: false },
  { kind: "deviceDescribed", device: structuredClone(lamp), lights: [structuredClone(light)] },
  { kind: "deviceLinkQualityReported", deviceId: lamp.id, linkQuality: node.linkQuality },
  { kind: "deviceLinkQualityReported", deviceId: lamp.id, linkQuality: Number.NaN },
  { kind: "deviceLinkQualityReported", deviceId: outdated.id, linkQuality: 7 },
  { kind: "lightChanged", lightId: light.id, state: {} },
  { kind: "lightChanged", lightId: light.id, state: { on: true, colour: { mode: "white", kelvin: 2700 } } },
  { kind: "syncBoxChanged", syncBoxId: box.id, state: { areaId: kitchen.id, configurations: box.configurations } },
  { kind: "syncBoxChanged", syncBoxId: box.id, state: { configurations: structuredClone(box.configurations) } },
  { kind: "roomRenamed", roomId: kitchen.id, name: kitchen.name },
  { kind: "deviceUpdated", deviceId: lamp.id, softwareVersion: "1.0" },
  { kind: "sceneChanged", sceneId: evening.id, scene: { name: ` ${evening.name} `, colours: [...evening.colours] } },
  { kind: "sceneActivated", sceneId: dinner.id },
  { kind: "sceneOver", sceneId: morning.id },
])("$kind replaces nothing when all is so already", (change) => {
  expect(effectOf(home, change)).toEqual([]);
});

test("a device is placed by hand until somebody says otherwise, or its room is gone", () => {
  const lit = new LitHome();
  lit.lamp("1");
  const isPlacedByHand = () => lit.gateway.home.devices.get(idAt("1"))?.placedByHand;
  const moved = (roomId: RoomId | null, byHand?: boolean): Change => ({
    ...{ kind: "deviceMoved", deviceId: idAt("1"), roomId },
    ...(byHand === undefined ? {} : { byHand }),
  });
  const seen = [moved(study.id, true), moved(lounge.id), moved(null), moved(null, false), moved(study.id, true)].map(
    (change) => {
      lit.make(change);
      return isPlacedByHand();
    },
  );
  expect(seen).toEqual([true, true, true, false, true]);
  lit.make({ kind: "roomRemoved", roomId: study.id });
  expect(isPlacedByHand()).toBe(false);
});
