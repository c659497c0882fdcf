import { beforeEach, expect, test } from "vitest";
import { ControlledDemo } from "./support/gateway/controlled-demo.ts";
import type { TestGateway } from "./support/gateway/running-gateway.ts";
import { aDevice, aSyncBox } from "./support/home/builders.ts";
import type { Wire } from "./support/http/http-client.ts";

let demo: ControlledDemo;
let running: TestGateway;
beforeEach(async () => {
  demo = await ControlledDemo.start();
  running = demo.running;
});

const named = (list: string, name: string): Promise<Wire> => demo.named(list, name);
const light = (name: string): Promise<Wire> => demo.light(name);

const commandBox = async (body: Wire) => {
  const { id } = await named("sync", "Sync box");
  const { json } = await demo.put(`sync/${id}`, body);
  running.clock.advance(1_000);
  return { code: json.code, msg: json.msg, after: await named("sync", "Sync box") };
};

test("G54: a sync box takes everything that it reads, and reads it at once", async () => {
  const desired = { brightness: 12, source: 1, mode: 2, frequency: 3, color_config: 4 };
  const colours = [
    { x: 1, y: 2 },
    { x: 3, y: 4, position_x: 5, position_y: 6 },
  ];
  const { code, after } = await commandBox({ ...desired, on: 1, color_config_2: colours });
  expect(code).toBe(0);
  expect(after).toMatchObject(desired);
  expect(after.color_config_2).toEqual([
    { x: 1, y: 2, position_x: 0, position_y: 0 },
    { x: 3, y: 4, position_x: 5, position_y: 6 },
  ]);
  expect(after.color_config_1).toHaveLength(5);
});

test.each([
  [{ on: 0, mode: 3 }, /^mode: expected one of 0, 1, 2$/],
  [{ frequency: 4 }, /^frequency/],
  [{ source: 2 }, /^source/],
  [{ color_config: 0 }, /^color_config/],
  [{ color_config: 5 }, /^color_config: expected one of 1, 2, 3, 4$/],
  [{ stop_action: 1 }, /^stop_action: expected one of 0, 2$/],
  [{ brightness: 101 }, /^brightness/],
  [{ on: 0, brightness: -1 }, /^brightness/],
  [{ color_config_2: [{ x: 65_536, y: 1 }] }, /^color_config_2: expected 1 to 5 colours/],
  [{ on: 0, color_config_1: [] }, /^color_config_1: expected 1 to 5 colours/],
  [{ color_config_3: Array(6).fill({ x: 1, y: 1 }) }, /^color_config_3/],
  [{}, /^no field to change/],
])("G50: %j is refused in words, and changes nothing", async (body, message) => {
  const before = await named("sync", "Sync box");
  const { code, msg, after } = await commandBox(body);
  expect([code, msg, after]).toEqual([-422, expect.stringMatching(message), before]);
});

test("G53: brightness 0 is as dim as it goes for a sync box too", async () => {
  expect((await commandBox({ brightness: 0, color_cw: 9_000 })).after).toMatchObject({ brightness: 1 });
});

test("G54: a box that nobody added to this home takes no command", async () => {
  const syncBox = aSyncBox({ name: "Strange box" });
  const device = aDevice({ name: "Strange box", admitted: false, lightIds: [], syncBoxId: syncBox.id });
  running.gateway.submit({ kind: "deviceJoined", device, lights: [], syncBox });
  const { json } = await demo.put(`sync/${syncBox.id}`, { on: 1 });
  expect([json.code, json.msg]).toEqual([-422, "its device is not admitted to this home"]);
  expect((await named("sync", "Strange box")).on).toBe(0);
});

const drivenIn = async () =>
  (await Promise.all(["TV bar", "Reading lamp", "Shelf strip"].map(light))).map(({ on, sync_status }) => [
    on,
    sync_status,
  ]);

test("G54: a box that is turned off with the stop action 2 turns off the lights that it drove", async () => {
  expect(await drivenIn()).toEqual(Array(3).fill([1, 1]));
  await commandBox({ on: 0 });
  expect(await drivenIn()).toEqual(Array(3).fill([0, 0]));
  running.clock.advance(20_000);
  expect(await drivenIn()).toEqual(Array(3).fill([0, 0]));
  await commandBox({ on: true });
  expect(await drivenIn()).toEqual(Array(3).fill([0, 1]));
});

test("G54: with the stop action 0 they burn on", async () => {
  await commandBox({ stop_action: 0, on: 0 });
  running.clock.advance(20_000);
  expect(await drivenIn()).toEqual(Array(3).fill([1, 0]));
});
