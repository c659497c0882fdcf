import { expect, test } from "vitest";
import { gatewayOf } from "../../../test/support/home/empty-gateway.ts";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { idFrom } from "../../home/model/ids.ts";
import { Snapshots } from "./snapshot.ts";

const opened = () => {
  const gateway = gatewayOf(FURNISHED);
  return { gateway, snapshots: new Snapshots(gateway.home) };
};
const [LIGHT, OTHER_LIGHT] = FURNISHED.lights;
const DEVICE = FURNISHED.devices[1];

test("a snapshot lists everything in its order, the two rooms that follow from the rest too", () => {
  const { snapshots } = opened();
  const { device, light, sync, room, scene } = snapshots.now();
  const ids = [device, light, sync, room, scene].map((texts) => texts.map((text) => JSON.parse(text).id));
  const { devices, lights, syncBoxes, rooms, scenes } = FURNISHED;
  expect(ids).toEqual([devices, lights, syncBoxes, rooms, scenes].map((list) => list.map(({ id }) => id)));
});

test("a list in which nothing changed is the same one", () => {
  const { gateway, snapshots } = opened();
  const before = snapshots.now();
  expect(Object.values(snapshots.now())).toEqual(Object.values(before));
  gateway.submit({ kind: "lightChanged", lightId: LIGHT?.id ?? idFrom(""), state: { on: false } });
  const after = snapshots.now();
  for (const type of ["device", "sync", "room", "scene"] as const) expect(after[type]).toBe(before[type]);
  expect(after.light.map((text, index) => text === before.light[index])).toEqual([false, true]);
  expect(JSON.parse(after.light[0] ?? "")).toMatchObject({ id: LIGHT?.id, on: 0 });
  expect(JSON.parse(after.light[1] ?? "")).toMatchObject({ id: OTHER_LIGHT?.id, on: 1 });
});

test("a room says which devices are in it now, whatever else became of them", () => {
  const { gateway, snapshots } = opened();
  const before = snapshots.now();
  gateway.submit({ kind: "deviceRenamed", deviceId: DEVICE?.id ?? idFrom(""), name: "Renamed" });
  expect(snapshots.now().room).toEqual(before.room);
  gateway.submit({ kind: "deviceMoved", deviceId: DEVICE?.id ?? idFrom(""), roomId: null });
  const children = snapshots.now().room.map((text) => JSON.parse(text).children.length);
  expect(before.room.map((text) => JSON.parse(text).children.length)).toEqual([3, 2, 1, 0]);
  expect(children).toEqual([3, 3, 0, 0]);
});

test("scenes and sync boxes say what their rooms are now", () => {
  const { gateway, snapshots } = opened();
  snapshots.now();
  const [whole, unassigned, first, ...rest] = FURNISHED.rooms;
  if (!whole || !unassigned || !first) throw new Error("there are no such rooms");
  const groupLightId = idFrom<typeof first.groupLightId>("77777777-0000-4000-8000-000000000000");
  const rooms = [whole, unassigned, { ...first, name: "Another", groupLightId }, ...rest];
  gateway.submit({ kind: "homeReplaced", contents: { ...FURNISHED, rooms } });
  const { sync, scene } = snapshots.now();
  expect(JSON.parse(sync[0] ?? "")).toMatchObject({ area_id: first.id, area_name: "Another" });
  expect(JSON.parse(scene[0] ?? "")).toMatchObject({ parent_id: groupLightId });
});
