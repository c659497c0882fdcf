import { afterEach, beforeEach, expect, test } from "vitest";
import type { Change } from "../src/core/home/changes/change.ts";
import { idFrom } from "../src/core/home/model/ids.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { aRoom } from "./support/home/builders.ts";
import type { Wire } from "./support/http/http-client.ts";

let running: TestGateway;
beforeEach(async () => {
  running = await runGateway();
});
afterEach(() => running.stop());

const named = async (list: string, name: string): Promise<Wire> =>
  (await running.client.list(list)).find((item) => item.name === name);

/** What a person asks for, and what lamps make of it. */
async function ask(change: Change): Promise<void> {
  expect(await running.gateway.ask(change)).toBe("done");
  running.clock.advance(1_000);
}

/** Lets a lamp turn up on the network. */
async function joined(): Promise<Wire> {
  await running.backend.openJoining(1_500);
  running.clock.advance(2_000);
  const lamp = await named("device", "Colour bulb 1");
  expect(lamp).toBeDefined();
  return lamp;
}

test("G44: a device that turns up reads join_status 0, 1 once it is admitted, and comes back under its id", async () => {
  const lamp = await joined();
  expect(lamp.join_status).toBe(0);
  await ask({ kind: "deviceAdmitted", deviceId: idFrom(lamp.id) });
  expect(await named("device?join_status=1", lamp.name)).toMatchObject({ id: lamp.id, join_status: 1 });
  await ask({ kind: "deviceLeft", deviceId: idFrom(lamp.id) });
  expect(await joined()).toMatchObject({ id: lamp.id, join_status: 0 });
});

test("G45: a scene is active from its recall until a light of its room deviates from it", async () => {
  const aurora = await named("scene", "Aurora");
  await ask({ kind: "sceneActivated", sceneId: idFrom(aurora.id) });
  expect(await named("scene", "Aurora")).toMatchObject({ is_active: 1 });
  expect(await named("scene", "Evening")).toMatchObject({ is_active: 0 });
  expect(await named("scene", "Sunrise")).toMatchObject({ is_active: 1 });
  const lamp = await named("light", "TV bar");
  expect(lamp).toMatchObject({ on: 1, color_mode: 3, color_len: 5 });
  await ask({ kind: "lightChanged", lightId: idFrom(lamp.id), state: { brightnessPercent: 7 } });
  expect(await named("scene", "Aurora")).toMatchObject({ is_active: 1 });
  await ask({ kind: "lightChanged", lightId: idFrom(lamp.id), state: { on: false } });
  expect(await named("scene", "Aurora")).toMatchObject({ is_active: 0 });
});

test("G45: a scene is over when a lamp with segments becomes one of its colours", async () => {
  const aurora = await named("scene", "Aurora");
  await ask({ kind: "sceneActivated", sceneId: idFrom(aurora.id) });
  const lamp = await named("light", "TV bar");
  const colour = { mode: "xy", point: { x: lamp.color_x / 65_535, y: lamp.color_y / 65_535 } } as const;
  await ask({ kind: "lightChanged", lightId: idFrom(lamp.id), state: { colour } });
  expect(await named("light", "TV bar")).toMatchObject({ color_mode: 1, color_len: 0 });
  expect(await named("scene", "Aurora")).toMatchObject({ is_active: 0 });
});

test("G46: a device that drops off reads online 0, and its light as it was", async () => {
  const [lamp, light] = [await named("device", "Ceiling"), await named("light", "Ceiling")];
  running.backend.happen({ kind: "offline", deviceId: idFrom(lamp.id) });
  expect(await named("device", "Ceiling")).toEqual({ ...lamp, online: 0 });
  expect(await named("light", "Ceiling")).toEqual(light);
});

test("G47: a name is kept without what cannot be shown, and with 128 characters at the most", async () => {
  const lamp = await named("device", "Ceiling");
  const rename = (name: string) => running.gateway.ask({ kind: "deviceRenamed", deviceId: idFrom(lamp.id), name });
  expect(await rename(`\u001b[31mred\u202e\u0000 ${"🛋".repeat(200)}`)).toBe("done");
  const { name } = await running.client.one(`device/${lamp.id}`);
  expect([...name]).toHaveLength(128);
  expect(name).toMatch(/^\[31mred +🛋+$/u);
  expect((await running.client.one(`light/${lamp.services[0].rid}`)).name).toBe(name);
  expect(await rename("\u0007\u202e")).toBe("not-allowed");
});

test("G48: a room takes its scenes along and leaves its devices behind", async () => {
  const [room, box] = [await named("room", "Living room"), await named("sync", "Sync box")];
  await ask({ kind: "roomRemoved", roomId: idFrom(room.id) });
  expect((await running.client.list("scene")).map(({ name }) => name)).toEqual(["Cooking", "Sunrise", "Night"]);
  const left = await named("room?include_no_room=1", "Unassigned");
  for (const child of room.children) expect(left.children).toContainEqual(child);
  expect(await running.client.one(`sync/${box.id}`)).not.toEqual(box);
  expect(running.gateway.home.syncBoxes.get(idFrom(box.id))?.areaId).toBeNull();
});

test("G49: an id stays through every change that its resource lives through", async () => {
  const [lamp, room] = [await named("device", "Ceiling"), await named("room", "Kitchen")];
  await ask({ kind: "roomAdded", room: aRoom({ name: "Attic" }) });
  await ask({ kind: "deviceRenamed", deviceId: idFrom(lamp.id), name: "Lantern" });
  await ask({ kind: "deviceMoved", deviceId: idFrom(lamp.id), roomId: aRoom().id });
  await ask({ kind: "roomRenamed", roomId: idFrom(room.id), name: "Galley" });
  expect(await named("device", "Lantern")).toMatchObject({ id: lamp.id, services: lamp.services });
  expect((await named("room", "Galley")).id).toBe(room.id);
});
