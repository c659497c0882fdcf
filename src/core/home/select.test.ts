import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene } from "../../../test/support/home/builders.ts";
import { emptyGateway, IDENTITY } from "../../../test/support/home/empty-gateway.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Change } from "./changes/change.ts";
import type { Device } from "./model/device.ts";
import { ownDeviceId } from "./model/identity.ts";
import { type Id, idFrom, type RoomId } from "./model/ids.ts";
import type { CategoryId } from "./model/product.ts";
import type { Room } from "./model/room.ts";
import {
  type DeviceFilter,
  devicesIn,
  isAnyDeviceIn,
  lightsOf,
  normalRoomOf,
  roomOf,
  selectDevices,
  selectRooms,
  selectScenes,
} from "./select.ts";

const id = <SomeId extends Id<string>>(digit: string): SomeId =>
  idFrom(`${digit.repeat(8)}-0000-4000-8000-000000000000`);
const deviceOf = (digit: string, categoryId: CategoryId, fields: Partial<Device> = {}): Device =>
  aDevice({
    ...{ id: id(digit), name: `Device ${digit}`, serialNumber: `sn-${digit}a`, lightIds: [] },
    ...{ product: { ...aDevice().product, categoryId }, ...fields },
  });

const hub = deviceOf("0", 10101, { id: ownDeviceId(IDENTITY) });
const first = aLight({ id: id("1"), deviceId: id("1") });
const second = aLight({ id: id("2"), deviceId: id("1") });
const lamp = deviceOf("1", 20501, { lightIds: [second.id, first.id] });
const bulb = deviceOf("2", 20301);
const box = deviceOf("3", 30101);
const dial = deviceOf("4", 40101);
const stranger = deviceOf("5", 20501, { admitted: false });

const kitchen = aRoom({ id: id("a"), deviceIds: [dial.id, lamp.id] });
const bedroom = aRoom({ id: id("b") });
const house: Room = { ...aRoom({ id: id("c") }), kind: "wholeHouse" };
const nowhere: Room = { ...aRoom({ id: id("d") }), kind: "unassigned" };
const morning = aScene({ id: id("1"), roomId: kitchen.id });
const evening = aScene({ id: id("2"), roomId: bedroom.id });

const furnishing: readonly Change[] = [
  ...[house, { ...kitchen, deviceIds: [] }, bedroom, nowhere].map((room): Change => ({ kind: "roomAdded", room })),
  { kind: "deviceJoined", device: lamp, lights: [second, first], syncBox: null },
  ...[hub, bulb, box, dial, stranger].map(
    (device): Change => ({ kind: "deviceJoined", device, lights: [], syncBox: null }),
  ),
  { kind: "deviceMoved", deviceId: dial.id, roomId: kitchen.id },
  { kind: "deviceMoved", deviceId: lamp.id, roomId: kitchen.id },
  { kind: "sceneAdded", scene: morning },
  { kind: "sceneAdded", scene: evening },
];

function furnished(): Gateway {
  const gateway = emptyGateway();
  expect(furnishing.map((change) => gateway.submit(change))).toEqual(furnishing.map(() => "done"));
  return gateway;
}

const { home } = furnished();
const NO_FILTER: DeviceFilter = {
  categories: undefined,
  exceptCategories: undefined,
  admitted: undefined,
  roomId: undefined,
  serialNumbers: undefined,
};
const unknownRoom: RoomId = id("9");

test("without a filter all devices are there, in the order they came", () => {
  expect(selectDevices(home, NO_FILTER)).toEqual([lamp, hub, bulb, box, dial, stranger]);
});

test("without a filter the devices are the very array that the home holds", () => {
  expect(selectDevices(home, NO_FILTER)).toBe(home.devices.all());
});

test.each<readonly [what: string, filter: Partial<DeviceFilter>, found: readonly Device[]]>([
  ["a top category", { categories: [2] }, [lamp, bulb, stranger]],
  ["several top categories", { categories: [4, 1] }, [hub, dial]],
  ["a category that there is not", { categories: [7] }, []],
  ["no category at all", { categories: [] }, []],
  ["all but some top categories", { exceptCategories: [2, 1] }, [box, dial]],
  ["all but none", { exceptCategories: [] }, [lamp, hub, bulb, box, dial, stranger]],
  ["a category that is left out as well", { categories: [2, 3], exceptCategories: [2] }, [box]],
  ["those that were admitted", { admitted: [true] }, [lamp, hub, bulb, box, dial]],
  ["those that were not admitted", { admitted: [false] }, [stranger]],
  ["those that were admitted or not", { admitted: [true, false] }, [lamp, hub, bulb, box, dial, stranger]],
  ["a serial number", { serialNumbers: ["sn-2a"] }, [bulb]],
  ["serial numbers in another case", { serialNumbers: ["SN-2A", "sn-1A"] }, [lamp, bulb]],
  ["part of a serial number", { serialNumbers: ["sn"] }, []],
  ["a room", { roomId: kitchen.id }, [dial, lamp]],
  ["a room that holds nothing", { roomId: bedroom.id }, []],
  ["a room that there is not", { roomId: unknownRoom }, []],
  ["the whole house", { roomId: house.id }, [lamp, bulb, box, dial]],
  ["the unassigned room", { roomId: nowhere.id }, [bulb, box]],
  ["lamps in a room", { roomId: kitchen.id, categories: [2] }, [lamp]],
  ["everything at once", { categories: [2], admitted: [true], roomId: house.id, serialNumbers: ["SN-2A"] }, [bulb]],
])("asking for %s finds just those", (_what, filter, found) => {
  expect(selectDevices(home, { ...NO_FILTER, ...filter })).toEqual(found);
});

test.each<readonly [also: { wholeHouse: boolean; unassigned: boolean }, found: readonly Room[]]>([
  [{ wholeHouse: false, unassigned: false }, [kitchen, bedroom]],
  [{ wholeHouse: true, unassigned: false }, [house, kitchen, bedroom]],
  [{ wholeHouse: false, unassigned: true }, [kitchen, bedroom, nowhere]],
  [{ wholeHouse: true, unassigned: true }, [house, kitchen, bedroom, nowhere]],
])("the rooms with %o are the normal ones and those that are asked for", (also, found) => {
  expect(selectRooms(home, also)).toEqual(found);
});

test("the scenes are all of them, or those of one room", () => {
  expect(selectScenes(home, undefined)).toEqual([morning, evening]);
  expect(selectScenes(home, kitchen.id)).toEqual([morning]);
  expect(selectScenes(home, nowhere.id)).toEqual([]);
  expect(selectScenes(home, unknownRoom)).toEqual([]);
});

test("the devices of a room that there is not are none", () => {
  expect(devicesIn(home, undefined)).toEqual([]);
});

test("a device is in the room it was put in, or in the unassigned one", () => {
  expect(roomOf(home, lamp)).toEqual(kitchen);
  expect(roomOf(home, bulb)).toEqual(nowhere);
  expect(roomOf(home, stranger)).toEqual(nowhere);
  expect(normalRoomOf(home, lamp.id)).toEqual(kitchen);
  expect(normalRoomOf(home, bulb.id)).toBeUndefined();
});

test("a device in a home without an unassigned room may be in none", () => {
  const gateway = emptyGateway();
  gateway.submit({ kind: "deviceJoined", device: bulb, lights: [], syncBox: null });
  expect(roomOf(gateway.home, bulb)).toBeUndefined();
});

test("a device that moves is in its new room at once, and out of the unassigned one", () => {
  const gateway = furnished();
  expect(devicesIn(gateway.home, nowhere)).toEqual([bulb, box]);
  gateway.submit({ kind: "deviceMoved", deviceId: bulb.id, roomId: bedroom.id });
  expect(roomOf(gateway.home, bulb)?.id).toBe(bedroom.id);
  expect(devicesIn(gateway.home, nowhere)).toEqual([box]);
  gateway.submit({ kind: "roomRemoved", roomId: bedroom.id });
  expect(devicesIn(gateway.home, nowhere)).toEqual([bulb, box]);
});

test("the lights of a device come in the order that the device gives", () => {
  expect(lightsOf(home, lamp)).toEqual([second, first]);
  expect(lightsOf(home, bulb)).toEqual([]);
});

test("whether there is such a device in a room is asked of those that are in it, and no others", () => {
  const { home } = furnished();
  const asked = [lamp, bulb, box, dial, stranger, hub];
  for (const room of home.rooms.all()) {
    const inRoom = devicesIn(home, room).map(({ id: one }) => one);
    const found = asked.filter((device) => isAnyDeviceIn(home, room, (one) => one.id === device.id));
    expect(found.map(({ id: one }) => one).toSorted()).toEqual(inRoom.toSorted());
  }
});
