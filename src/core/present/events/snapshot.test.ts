import { expect, test } from "vitest";
import { gatewayOf } from "../../../../test/support/home/empty-gateway.ts";
import { FURNISHED } from "../../../../test/support/home/furnished-home.ts";
import { allAtOnce } from "../../../shared/steps.ts";
import type { Change } from "../../home/changes/change.ts";
import { idFrom } from "../../home/model/ids.ts";
import { type Snapshot, Snapshots } from "./snapshot.ts";

const opened = () => {
  const gateway = gatewayOf(FURNISHED);
  const snapshots = new Snapshots(gateway.home);
  return { gateway, snapshots, now: () => allAtOnce(snapshots.take()) };
};

/** The lists of a snapshot, as a client would read them. */
const read = ({ device, light, sync, room, scene }: Snapshot) => ({
  device: listOf(device),
  light: listOf(light),
  sync: listOf(sync),
  room: listOf(room),
  scene: listOf(scene),
});
const listOf = (pieces: readonly Buffer[]) => JSON.parse(`[${Buffer.concat(pieces)}]`);

const [LIGHT, OTHER_LIGHT] = FURNISHED.lights;
const DEVICE = FURNISHED.devices[1];

test("a snapshot lists everything in its order, the two rooms that follow from the rest too", () => {
  const { device, light, sync, room, scene } = read(opened().now());
  const ids = [device, light, sync, room, scene].map((list) => list.map(({ id }: { id: string }) => id));
  const { devices, lights, syncBoxes, rooms, scenes } = FURNISHED;
  expect(ids).toEqual([devices, lights, syncBoxes, rooms, scenes].map((list) => list.map(({ id }) => id)));
});

test("a list in which nothing changed is the very same bytes in the next snapshot", () => {
  const { gateway, now } = opened();
  const before = now();
  gateway.submit({ kind: "lightChanged", lightId: LIGHT?.id ?? idFrom(""), state: { on: false } });
  const after = now();
  for (const type of ["device", "sync", "scene"] as const) {
    expect(after[type].length).toBeGreaterThan(0);
    for (const [at, piece] of after[type].entries()) expect(piece).toBe(before[type][at]);
  }
  expect(after.light[0]).not.toBe(before.light[0]);
  expect(read(after).light).toMatchObject([
    { id: LIGHT?.id, on: 0 },
    { id: OTHER_LIGHT?.id, on: 1 },
  ]);
});

test("a snapshot is of the moment it was taken, whatever happens while it is made", () => {
  const { gateway, snapshots, now } = opened();
  const due = read(now());
  snapshots.forget();
  const taking = snapshots.take();
  const deviceId = DEVICE?.id ?? idFrom("");
  const changes: Change[] = [
    { kind: "lightChanged", lightId: LIGHT?.id ?? idFrom(""), state: { on: false } },
    { kind: "deviceMoved", deviceId, roomId: null },
    { kind: "roomRenamed", roomId: FURNISHED.rooms[2]?.id ?? idFrom(""), name: "Another" },
    { kind: "deviceLeft", deviceId },
  ];
  for (let step = taking.next(); ; step = taking.next()) {
    const change = changes.shift();
    if (change) expect(gateway.submit(change)).toBe("done");
    if (!step.done) continue;
    expect(read(step.value)).toEqual(due);
    break;
  }
  expect(read(now())).not.toEqual(due);
});

test("a room says which devices are in it now, whatever else became of them", () => {
  const { gateway, now } = opened();
  const before = now();
  gateway.submit({ kind: "deviceRenamed", deviceId: DEVICE?.id ?? idFrom(""), name: "Renamed" });
  expect(now().room).toEqual(before.room);
  gateway.submit({ kind: "deviceMoved", deviceId: DEVICE?.id ?? idFrom(""), roomId: null });
  const children = (snapshot: Snapshot) =>
    read(snapshot).room.map((room: { children: readonly unknown[] }) => room.children.length);
  expect(children(before)).toEqual([3, 2, 1, 0]);
  expect(children(now())).toEqual([3, 3, 0, 0]);
});

test("scenes and sync boxes say what their rooms are now", () => {
  const { gateway, now } = opened();
  now();
  const [whole, unassigned, first, ...rest] = FURNISHED.rooms;
  if (!whole || !unassigned || !first) throw new Error("there are no such rooms");
  const groupLightId = idFrom<typeof first.groupLightId>("77777777-0000-4000-8000-000000000000");
  const rooms = [whole, unassigned, { ...first, name: "Another", groupLightId }, ...rest];
  gateway.submit({ kind: "homeReplaced", contents: { ...FURNISHED, rooms } });
  const { sync, scene } = read(now());
  expect(sync[0]).toMatchObject({ area_id: first.id, area_name: "Another" });
  expect(scene[0]).toMatchObject({ parent_id: groupLightId });
});
