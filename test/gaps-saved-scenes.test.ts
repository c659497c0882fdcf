import { beforeEach, expect, test } from "vitest";
import { idFrom, type SceneId } from "../src/core/home/model/ids.ts";
import { sampleOf, savedLamp } from "../src/core/home/model/saved-lamps.ts";
import { reachableLightsIn } from "../src/core/home/select.ts";
import { ControlledDemo } from "./support/gateway/controlled-demo.ts";
import { aScene } from "./support/home/builders.ts";
import type { Wire } from "./support/http/http-client.ts";

const SCENE = idFrom<SceneId>("F0000000-0000-4000-8000-000000000001");

let demo: ControlledDemo;
beforeEach(async () => {
  demo = await ControlledDemo.start();
});

const scene = (): Promise<Wire> => demo.named("scene", "Now");
const activate = async () => (await demo.put(`scene/${SCENE}`, { is_active: 1 })).json.code;

async function set(lamp: string, command: Wire): Promise<void> {
  expect((await demo.put(`light/${(await demo.light(lamp)).id}`, command)).json.code).toBe(0);
}

/** Saves a room as it is. */
async function save(roomName: string): Promise<void> {
  const { gateway } = demo.running;
  const room = gateway.home.rooms.all().find(({ name }) => name === roomName) ?? expect.fail(`no ${roomName}`);
  const lamps = reachableLightsIn(gateway.home, room).map(savedLamp);
  const saved = aScene({
    ...{ id: SCENE, roomId: room.id, name: "Now", sequence: 9, active: true },
    ...{ lamps, colours: sampleOf(lamps) },
  });
  expect(await gateway.ask({ kind: "sceneAdded", scene: saved })).toBe("done");
}

test("G116: a saved scene reads like any other, and is the active one of its room", async () => {
  await save("Living room");
  const { is_active, scene_type, colors, picture_url } = await scene();
  expect({ is_active, scene_type, picture_url }).toEqual({ is_active: 1, scene_type: 1, picture_url: "" });
  expect(colors.map((argb: number) => argb.toString(16))).toEqual([
    "ffff8800",
    "ffffad59",
    "ff3399ff",
    "ffff4d00",
    "ffff0055",
  ]);
  expect((await demo.named("scene", "Evening")).is_active).toBe(0);
});

test("G116: it ends when one of its lamps changes, and gives each its own state back", async () => {
  await save("Living room");
  const before = [await demo.light("TV bar"), await demo.light("Reading lamp"), await demo.light("Shelf strip")];
  await set("TV bar", { brightness: 5 });
  expect((await scene()).is_active).toBe(0);
  await set("Reading lamp", { on: 0 });
  await set("Shelf strip", { on: 1, brightness: 77 });
  expect(await activate()).toBe(0);
  expect((await scene()).is_active).toBe(1);
  expect([await demo.light("TV bar"), await demo.light("Reading lamp"), await demo.light("Shelf strip")]).toEqual(
    before,
  );
});

test("G116: it leaves a lamp alone that came to the room later, and forgets one that was removed", async () => {
  await save("Living room");
  const { gateway } = demo.running;
  const deviceCalled = (name: string) =>
    gateway.home.devices.all().find((device) => device.name === name) ?? expect.fail(`no ${name}`);
  const [livingRoom] = gateway.home.rooms.all().filter(({ name }) => name === "Living room");
  await gateway.ask({ kind: "deviceMoved", deviceId: deviceCalled("Porch").id, roomId: livingRoom?.id ?? null });
  const porch = await demo.light("Porch");
  await gateway.ask({ kind: "deviceLeft", deviceId: deviceCalled("TV bar").id });
  expect(gateway.home.scenes.get(SCENE)?.lamps).toHaveLength(2);
  expect(await activate()).toBe(0);
  expect(await demo.light("Porch")).toEqual(porch);
});

test("G116: it is refused where none of the lamps that it saved can be reached", async () => {
  await save("Kitchen");
  const { gateway } = demo.running;
  for (const { id, name } of gateway.home.devices.all()) {
    if (name === "Ceiling" || name === "Worktop")
      gateway.submit({ kind: "deviceReached", deviceId: id, online: false });
  }
  expect(await activate()).not.toBe(0);
});
