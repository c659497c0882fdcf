import { expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../test/support/home/builders.ts";
import { emptyGateway } from "../../../test/support/home/empty-gateway.ts";
import type { Change } from "../home/changes/change.ts";
import { idFrom, type PictureId } from "../home/model/ids.ts";
import type { Room } from "../home/model/room.ts";
import { deviceText, lightText, roomText, sceneText, syncBoxText } from "./texts.ts";

const PLAIN = { lights: false, room: false, zigbee: false };
const zigbee = { ieeeAddress: "0x00124b0000000001", networkAddress: 4711, linkQuality: 200 };

function homeOf(...changes: readonly Change[]) {
  const gateway = emptyGateway();
  expect(changes.map((change) => gateway.submit(change))).toEqual(changes.map(() => "done"));
  return gateway;
}

const unassigned: Room = { ...aRoom({ id: idFrom("D0000000-0000-4000-8000-000000000000") }), kind: "unassigned" };
const light = aLight();
const device = aDevice({ zigbee });
const room = aRoom();
const scene = aScene();
const box = aSyncBox({ areaId: room.id, deviceId: idFrom("B0000000-0000-4000-8000-000000000000") });
const boxDevice = aDevice({ id: box.deviceId, lightIds: [], syncBoxId: box.id });
const furnished = () =>
  homeOf(
    { kind: "roomAdded", room },
    { kind: "roomAdded", room: unassigned },
    { kind: "deviceJoined", device, lights: [light], syncBox: null },
    { kind: "deviceJoined", device: boxDevice, lights: [], syncBox: box },
    { kind: "deviceMoved", deviceId: device.id, roomId: room.id },
    { kind: "sceneAdded", scene },
  );

test("a light that changed is presented anew", () => {
  expect(JSON.parse(lightText(light)).on).toBe(1);
  expect(JSON.parse(lightText({ ...light, on: false })).on).toBe(0);
  expect(JSON.parse(lightText(light)).on).toBe(1);
});

test("spec §4.1: a device carries just the extensions that are asked for", () => {
  const { home } = furnished();
  const plain = JSON.parse(deviceText(home, device, PLAIN));
  expect(Object.keys(plain).filter((key) => key.startsWith("ext_"))).toEqual([]);
  const full = JSON.parse(deviceText(home, device, { lights: true, room: true, zigbee: true }));
  expect(full).toEqual({
    ...plain,
    ext_light: [JSON.parse(lightText(light))],
    ext_room: expect.objectContaining({ id: room.id, name: room.name, room_kind: 0 }),
    ext_zigbee: { ieee_address: zigbee.ieeeAddress, network_address: 4711, link_quality: 200 },
  });
  expect(full.ext_room).not.toHaveProperty("children");
  expect(full.ext_room).not.toHaveProperty("services");
});

test("a device in no room carries the unassigned room, and one off the Zigbee network nothing of it", () => {
  const { home } = furnished();
  const extended = JSON.parse(deviceText(home, boxDevice, { lights: true, room: true, zigbee: true }));
  expect(extended.ext_room).toMatchObject({ id: unassigned.id, room_kind: 2 });
  expect(extended.ext_light).toEqual([]);
  expect(extended.ext_zigbee).toEqual({});
  expect(extended.services).toEqual([{ rid: box.id, rtype: "sync" }]);
});

test("spec §4.7: a room carries its devices and lights when they are asked for", () => {
  const { home } = furnished();
  const moved = home.rooms.get(room.id) ?? room;
  const plain = JSON.parse(roomText(home, moved, { devices: false, lights: false }));
  expect(plain.children).toEqual([{ rid: device.id, rtype: "device" }]);
  expect(plain.services).toEqual([{ rid: room.groupLightId, rtype: "group_light" }]);
  expect(JSON.parse(roomText(home, moved, { devices: true, lights: true }))).toEqual({
    ...plain,
    ext_device: [JSON.parse(deviceText(home, device, PLAIN))],
    ext_light: [JSON.parse(lightText(light))],
  });
});

test("a sync box carries the name that its area has now", () => {
  const gateway = furnished();
  expect(JSON.parse(syncBoxText(gateway.home, box))).toMatchObject({ area_id: room.id, area_name: room.name });
  gateway.submit({ kind: "roomRenamed", roomId: room.id, name: "Renamed" });
  expect(JSON.parse(syncBoxText(gateway.home, box))).toMatchObject({ area_id: room.id, area_name: "Renamed" });
  expect(JSON.parse(syncBoxText(gateway.home, { ...box, areaId: null }))).toMatchObject({ area_id: "", area_name: "" });
});

test("a scene hangs on its room's group light and names its picture where the client reaches us", () => {
  const { home } = furnished();
  const id = idFrom<PictureId>("F0000000-0000-4000-8000-000000000000");
  const picture = { id, mediaType: "image/png", bytes: new Uint8Array() } as const;
  expect(JSON.parse(sceneText(home, { ...scene, picture }, "http://gate:8080") ?? "")).toMatchObject({
    parent_id: room.groupLightId,
    scene_type: 2,
    picture_id: id,
    picture_url: `http://gate:8080/pictures/${id}`,
    colors: Array(5).fill(0xffff8800),
  });
  expect(JSON.parse(sceneText(home, scene, "http://gate:8080") ?? "")).toMatchObject({
    scene_type: 1,
    picture_url: "",
  });
});

test("a scene whose room is gone has no text", () => {
  expect(sceneText(homeOf().home, scene, "http://gate:8080")).toBeUndefined();
});
