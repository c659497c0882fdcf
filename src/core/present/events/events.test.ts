import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { FollowedGateway } from "../../../../test/support/home/followed-gateway.ts";
import { FOUNDED, furthered, UNASSIGNED, WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import type { Change } from "../../home/changes/change.ts";
import { idFrom, type PictureId, type SceneId } from "../../home/model/ids.ts";

const light = aLight();
const device = aDevice();
const room = aRoom();
const scene = aScene();
const boxDevice = aDevice({
  id: idFrom("B0000000-0000-4000-8000-000000000001"),
  lightIds: [],
  syncBoxId: aSyncBox().id,
});
const box = aSyncBox({ deviceId: boxDevice.id, areaId: room.id });

const lampJoined: Change = { kind: "deviceJoined", device, lights: [light], syncBox: null };
const boxJoined: Change = { kind: "deviceJoined", device: boxDevice, lights: [], syncBox: box };
const FURNISHED = furthered(FOUNDED, [
  { kind: "roomAdded", room },
  lampJoined,
  boxJoined,
  { kind: "sceneAdded", scene },
]);
const moved: Change = { kind: "deviceMoved", deviceId: device.id, roomId: room.id };

const child = (id: string) => ({ rid: id, rtype: "device" });

/** What the lights of some rooms are sent as; the rooms of these tests have the ids of their lights. */
const groups = (ids: readonly string[], value: object) =>
  ids.map((id) => ["group_light/update", { id, value }] as const);
const LIT = { on: 1, brightness: 50, ability: 15 };
const DARK = { on: 0, brightness: 100, ability: 0 };

/** The events of some reports, one after the other: `type/action` and the item. */
function eventsOf(contents: typeof FOUNDED, ...changes: readonly Change[]): readonly (readonly [string, unknown])[] {
  const { gateway, received: told } = new FollowedGateway(contents);
  for (const change of changes) expect(gateway.submit(change)).toBe("done");
  return told.map(({ event, recorded }) => [`${event.type}/${event.action}`, JSON.parse(recorded.text)]);
}

const lightChanged = (state: Extract<Change, { kind: "lightChanged" }>["state"]): Change => ({
  kind: "lightChanged",
  lightId: light.id,
  state,
});

test("a light that changes is sent with its device and with just what changed", () => {
  expect(eventsOf(FURNISHED, lightChanged({ on: false, brightnessPercent: 50 }))).toEqual([
    ["light/update", { id: light.id, device_id: device.id, value: { on: 0 } }],
    ...groups([WHOLE_HOUSE, UNASSIGNED], { on: 0 }),
  ]);
});

test("the lights of its rooms are sent where they differ, each once, after all that they follow from", () => {
  const back = aLight({ id: idFrom("B0000000-0000-4000-8000-000000000002"), brightnessPercent: 10 });
  const brighter = eventsOf(
    furthered(FURNISHED, [moved]),
    lightChanged({ brightnessPercent: 80 }),
    { kind: "deviceReached", deviceId: device.id, online: false },
    { kind: "deviceDescribed", device: { ...device, lightIds: [back.id] }, lights: [back] },
    { kind: "deviceReached", deviceId: device.id, online: true },
  );
  const told = brighter.filter(([what]) => what === "group_light/update").map(([, item]) => item);
  expect(told).toEqual([
    ...groups([WHOLE_HOUSE, room.id], { brightness: 80 }).map(([, item]) => item),
    ...groups([WHOLE_HOUSE, room.id], { on: 0, brightness: 100, ability: 0 }).map(([, item]) => item),
    ...groups([WHOLE_HOUSE, room.id], { on: 1, brightness: 10, ability: expect.any(Number) }).map(([, item]) => item),
  ]);
});

test("what is the same on the wire is not sent", () => {
  expect(eventsOf(FURNISHED, lightChanged({ brightnessPercent: 50.2 }))).toEqual([]);
});

test("color_len goes with color_arr, even when it is the same", () => {
  const segments = (x: number) => lightChanged({ colour: { mode: "segments", points: [{ x, y: 0.3 }] } });
  const [, second] = eventsOf(FURNISHED, segments(0.3), segments(0.4));
  expect(second).toEqual([
    "light/update",
    {
      id: light.id,
      device_id: device.id,
      value: expect.objectContaining({ color_len: 1, color_arr: [{ x: 26214, y: 19661 }] }),
    },
  ]);
});

test("a device is added with what it brings, and then is in the whole house and in no room", () => {
  const added = expect.objectContaining({ id: device.id, type: "device", join_status: 1 });
  const events = eventsOf(FOUNDED, lampJoined);
  expect(events).toEqual([
    ["device/add", added],
    ["light/add", expect.objectContaining({ id: light.id, type: "light", on: 1 })],
    ["room/update", { id: WHOLE_HOUSE, value: { children: [child(device.id)] } }],
    ["room/update", { id: UNASSIGNED, value: { children: [child(device.id)] } }],
    ...groups([WHOLE_HOUSE, UNASSIGNED], LIT),
  ]);
  expect(JSON.stringify(events)).not.toContain("ext_light");
});

test("a device that nobody admitted is added, and is in the whole house only once somebody did", () => {
  const joined: Change = { kind: "deviceJoined", device: aDevice({ admitted: false }), lights: [light], syncBox: null };
  expect(eventsOf(FOUNDED, joined).map(([what]) => what)).toEqual(["device/add", "light/add"]);
  expect(eventsOf(FOUNDED, joined, { kind: "deviceAdmitted", deviceId: device.id }).slice(2)).toEqual([
    ["device/update", { id: device.id, value: { join_status: 1 } }],
    ["room/update", { id: WHOLE_HOUSE, value: { children: [child(device.id)] } }],
    ["room/update", { id: UNASSIGNED, value: { children: [child(device.id)] } }],
    ...groups([WHOLE_HOUSE, UNASSIGNED], LIT),
  ]);
});

test("a device that is moved is sent in its room, and in the unassigned one after that", () => {
  expect(eventsOf(FURNISHED, moved)).toEqual([
    ["room/update", { id: room.id, value: { children: [child(device.id)] } }],
    ["room/update", { id: UNASSIGNED, value: { children: [child(boxDevice.id)] } }],
    ...groups([room.id], LIT),
    ...groups([UNASSIGNED], DARK),
  ]);
});

test("a device that turns out to be different is sent so, then its new lights, and the ones that it has no more", () => {
  const back = aLight({ id: idFrom("B0000000-0000-4000-8000-000000000002"), name: "Back" });
  const otherwise: Change = {
    kind: "deviceDescribed",
    device: { ...device, lightIds: [back.id], product: { ...device.product, model: "LX-C9" } },
    lights: [back],
  };
  expect(eventsOf(FURNISHED, otherwise)).toEqual([
    [
      "device/update",
      {
        id: device.id,
        value: { product: expect.objectContaining({ model: "LX-C9" }), services: [{ rid: back.id, rtype: "light" }] },
      },
    ],
    ["light/add", expect.objectContaining({ id: back.id, name: "Back" })],
    ["light/remove", { id: light.id, type: "light" }],
  ]);
});

test("that a device stays where a person put it is sent to nobody", () => {
  expect(eventsOf(furthered(FURNISHED, [moved]), { ...moved, byHand: true })).toEqual([]);
});

test("a scene that lamps keep is sent as active, and as over", () => {
  const lampScene = aScene({ id: idFrom("F0000000-0000-4000-8000-000000000001"), keptByLamps: true, colours: [] });
  const events = eventsOf(
    FURNISHED,
    { kind: "sceneAdded", scene: lampScene },
    { kind: "sceneActivated", sceneId: lampScene.id },
    { kind: "sceneOver", sceneId: lampScene.id },
  );
  expect(events).toEqual([
    ["scene/add", expect.objectContaining({ is_active: 0, colors: [] })],
    ["scene/update", { id: lampScene.id, value: { is_active: 1 } }],
    ["scene/update", { id: lampScene.id, value: { is_active: 0 } }],
  ]);
});

test("a room's new name is sent for the sync box whose area it is, too", () => {
  expect(eventsOf(FURNISHED, { kind: "roomRenamed", roomId: room.id, name: "Den" })).toEqual([
    ["room/update", { id: room.id, value: { name: "Den" } }],
    ["sync/update", { id: box.id, value: { area_name: "Den" } }],
    ...groups([room.id], { name: "Den" }),
  ]);
});

test("a room goes with its scenes, and its devices are in no room then", () => {
  expect(eventsOf(furthered(FURNISHED, [moved]), { kind: "roomRemoved", roomId: room.id })).toEqual([
    ["scene/remove", { id: scene.id, type: "scene" }],
    ["sync/update", { id: box.id, value: { area_id: "", area_name: "" } }],
    ["room/remove", { id: room.id, type: "room" }],
    ["room/update", { id: UNASSIGNED, value: { children: [child(device.id), child(boxDevice.id)] } }],
    ["group_light/remove", { id: room.groupLightId, type: "group_light" }],
    ...groups([UNASSIGNED], LIT),
  ]);
});

test("a scene's picture is a path", () => {
  const id = idFrom<PictureId>("F0000000-0000-4000-8000-000000000000");
  const pictured = aScene({
    id: idFrom<SceneId>("F0000000-0000-4000-8000-000000000001"),
    picture: { id, mediaType: "image/png", bytes: new Uint8Array() },
  });
  expect(eventsOf(FURNISHED, { kind: "sceneAdded", scene: pictured })).toEqual([
    ["scene/add", expect.objectContaining({ picture_url: `/pictures/${id}`, parent_id: room.groupLightId })],
  ]);
});
