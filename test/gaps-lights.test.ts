import { beforeEach, expect, test } from "vitest";
import type { DeviceId, LightId } from "../src/core/home/model/ids.ts";
import { ControlledDemo } from "./support/gateway/controlled-demo.ts";
import type { TestGateway } from "./support/gateway/running-gateway.ts";
import { aDevice, aLight } from "./support/home/builders.ts";
import { idAt } from "./support/home/lit-home.ts";
import type { Wire } from "./support/http/http-client.ts";

let demo: ControlledDemo;
let running: TestGateway;
beforeEach(async () => {
  demo = await ControlledDemo.start();
  running = demo.running;
});

const named = (list: string, name: string): Promise<Wire> => demo.named(list, name);
const light = (name: string): Promise<Wire> => demo.light(name);

/** Sends a command to a light; gives the code and the light as it reads right after. */
async function command(name: string, body: Wire): Promise<{ code: number; msg: string; after: Wire }> {
  const { id } = await light(name);
  const { status, json } = await demo.put(`light/${id}`, body);
  expect(status).toBe(200);
  return { code: json.code, msg: json.msg, after: await light(name) };
}

test("G52: a command that is done is answered with nothing, and the light reads as commanded at once", async () => {
  const { id } = await light("Reading lamp");
  const { json } = await demo.put(`light/${id}`, { on: false, brightness: 33, color_cw: 5000 });
  expect(json).toEqual({ code: 0, msg: "success", data: { arr: [], obj: {} } });
  expect(await light("Reading lamp")).toMatchObject({ on: 0, brightness: 33, color_mode: 2, color_cw: 5000 });
});

test.each([
  [true, 1],
  [false, 0],
  [1, 1],
  [0, 0],
])("G52: on may be given as %s", async (on, read) => {
  expect((await command("Reading lamp", { on })).after.on).toBe(read);
});

test("G52: a light takes points of the chart and RGB, and reads the same in every field", async () => {
  const byPoint = await command("Reading lamp", { color_x: 39911, color_y: 24379 });
  expect(byPoint.after).toMatchObject({ color_mode: 1, color_x: 39911, color_y: 24379 });
  const byRgb = await command("Reading lamp", { color_rgb: 0xff8800 });
  expect(byRgb.after).toMatchObject({ color_mode: 1, color_rgb: 0xff8800, color_len: 0, color_arr: [] });
});

test("G52: a light with segments takes a colour for each, as points or RGB", async () => {
  const points = [
    { x: 10_000, y: 20_000 },
    { x: 30_000, y: 20_000 },
  ];
  const byPoint = await command("TV bar", { color_arr: points });
  expect(byPoint.after).toMatchObject({ color_mode: 3, color_len: 2, color_arr: points });
  const byRgb = await command("TV bar", { color_rgb_arr: [0xff0000, 0x00ff00, 0x0000ff] });
  expect(byRgb.after).toMatchObject({ color_mode: 3, color_len: 3, color_rgb_arr: [0xff0000, 0x00ff00, 0x0000ff] });
});

test("G52: segments win over a colour, points over RGB, a colour over white", async () => {
  const white = { color_cw: 3000 };
  const rgb = { ...white, color_rgb: 0x00ff00 };
  const point = { ...rgb, color_x: 12_345, color_y: 23_456 };
  const rgbSegments = { ...point, color_rgb_arr: [0xff0000] };
  const segments = { ...rgbSegments, color_arr: [{ x: 1_000, y: 2_000 }] };
  expect((await command("TV bar", white)).after).toMatchObject({ color_mode: 2, color_cw: 3000 });
  expect((await command("TV bar", rgb)).after).toMatchObject({ color_mode: 1, color_rgb: 0x00ff00 });
  expect((await command("TV bar", point)).after).toMatchObject({ color_mode: 1, color_x: 12_345, color_y: 23_456 });
  expect((await command("TV bar", rgbSegments)).after).toMatchObject({ color_mode: 3, color_rgb_arr: [0xff0000] });
  expect((await command("TV bar", segments)).after).toMatchObject({ color_mode: 3, color_arr: segments.color_arr });
});

test("G53: brightness 0 is as dim as it goes", async () => {
  expect((await command("Reading lamp", { on: 1, brightness: 0 })).after).toMatchObject({ on: 1, brightness: 1 });
});

test.each([
  [6_535, 6_500],
  [6_501, 6_500],
  [1_999, 2_000],
  [0, 2_000],
  [-12_103_569_706_444_000, 2_000],
  [1e300, 6_500],
])("G52: of a white of %d K the rest of the command is done too, and the light reads %d", async (white, read) => {
  await command("Reading lamp", { on: 0, color_cw: 4_000 });
  const { code, after } = await command("Reading lamp", { on: 1, brightness: 70, color_cw: white });
  expect(code).toBe(0);
  expect(after).toMatchObject({ on: 1, brightness: 70, color_mode: 2, color_cw: read });
  running.clock.advance(20_000);
  expect(await light("Reading lamp")).toEqual(after);
});

test("G52: what a client adds of its own does no harm, color_mode included", async () => {
  const { code, after } = await command("Reading lamp", { on: 0, color_mode: 3, color_len: 9, fade: "slow" });
  expect([code, after.on, after.color_mode]).toEqual([0, 0, 2]);
});

test.each([
  ["Reading lamp", { brightness: 101 }, /^brightness: expected a whole number from 0 to 100$/],
  ["Reading lamp", { brightness: -1 }, /^brightness/],
  ["Reading lamp", { brightness: 50.5 }, /^brightness/],
  ["Reading lamp", { brightness: "50" }, /^brightness/],
  ["Reading lamp", { on: 2 }, /^on: expected true, false, 1 or 0$/],
  ["Reading lamp", { on: null }, /^on/],
  ["Reading lamp", { on: "1", brightness: 50 }, /^on/],
  ["Reading lamp", { on: 0, color_cw: 2700.5 }, /^color_cw: expected a whole number of kelvin$/],
  ["Reading lamp", { on: 0, color_cw: "2700" }, /^color_cw: expected a whole number of kelvin$/],
  ["Reading lamp", { on: 0, color_cw: null }, /^color_cw/],
  ["Reading lamp", { on: 0, color_cw: true }, /^color_cw/],
  ["Reading lamp", { on: 0, color_cw: [2700] }, /^color_cw/],
  ["Reading lamp", { color_x: 65_536, color_y: 1 }, /^color_x/],
  ["Reading lamp", { on: 0, color_x: -1, color_y: 1 }, /^color_x: expected a whole number from 0 to 65535$/],
  ["Reading lamp", { color_x: 20_000 }, /^color_x and color_y: expected both or neither$/],
  ["Reading lamp", { color_rgb: 0x1000000 }, /^color_rgb/],
  ["Reading lamp", { color_arr: [{ x: 1, y: 1 }] }, /not support segments/],
  ["TV bar", { color_arr: [] }, /^color_arr: expected at least one colour/],
  ["TV bar", { color_arr: [{ x: 1 }] }, /^color_arr: expected at least one colour/],
  ["TV bar", { color_rgb_arr: [1, 2, 3, 4, 5, 6] }, /expected at most 5 colours, one for each segment/],
  ["Porch", { on: 0, brightness: 40 }, /cannot be dimmed/],
  ["Bedside left", { on: 0, color_cw: 3000 }, /not support colour temperatures/],
  ["Ceiling", { on: 0, color_rgb: 255 }, /not support colours/],
  ["Wardrobe", { on: 0, color_cw: 3000 }, /not support colour temperatures/],
  ["Unknown bulb", { on: 1 }, /is not admitted to this home/],
  ["Reading lamp", {}, /^no field to change: expected at least one of on, brightness, color_cw/],
  ["Reading lamp", { brigthness: 5 }, /^no field to change/],
])("G50: %s refuses %j in words, and changes nothing", async (name, body, message) => {
  const before = await light(name);
  const { code, msg, after } = await command(name, body);
  expect([code, msg]).toEqual([-422, expect.stringMatching(message)]);
  expect(after).toEqual(before);
});

const NESTED = `{"on":${"[".repeat(1_500)}${"]".repeat(1_500)}}`;

test.each(["{", "[]", "7", "null", '"on"', "\u0000", NESTED])(
  "G50: only what is no JSON object is malformed, however deep an object is: %j",
  async (body) => {
    const { id } = await light("Reading lamp");
    const { status, json } = await demo.put(`light/${id}`, body);
    expect([status, json.code]).toEqual(body === NESTED ? [200, -422] : [400, -400]);
  },
);

test("G52: a device's light takes commands by the device's id too, and every light of it does the same", async () => {
  const device = await named("device?ext_light=1", "TV bar");
  expect((await demo.put(`device/${device.id.toLowerCase()}/light`, { on: 0 })).json.code).toBe(0);
  expect((await light("TV bar")).on).toBe(0);
});

test("G52: of a command by a device's id each light does what it can, and what none of them can is refused", async () => {
  const [deviceId, ring, spot] = [idAt<DeviceId>("1"), idAt<LightId>("2"), idAt<LightId>("3")];
  const device = aDevice({ id: deviceId, name: "Ceiling ring", lightIds: [ring, spot] });
  const lights = [
    aLight({ id: ring, deviceId, name: "Ring", on: false }),
    aLight({ id: spot, deviceId, name: "Spot", on: false, abilities: ["onOff", "brightness"] }),
  ];
  running.gateway.submit({ kind: "deviceJoined", device, lights, syncBox: null });
  const spotBefore = await light("Spot");
  const path = `device/${deviceId}/light`;
  const orange = { color_x: 39_911, color_y: 24_379 };
  expect((await demo.put(path, { on: 1, brightness: 40, ...orange })).json.code).toBe(0);
  const expectObeyed = async () => {
    expect(await light("Ring")).toMatchObject({ on: 1, brightness: 40, ...orange });
    expect(await light("Spot")).toEqual({ ...spotBefore, on: 1, brightness: 40 });
  };
  await expectObeyed();
  running.clock.advance(20_000);
  await expectObeyed();
  const { json } = await demo.put(path, { on: 0, color_arr: [{ x: 1, y: 1 }] });
  expect([json.code, json.msg]).toEqual([-422, expect.stringContaining("not support segments")]);
  await expectObeyed();
});

test("G52: a device that has no light, and an id that nothing has, are not found", async () => {
  const dial = await named("device", "Dial");
  const nobody = "FFFFFFFF-0000-4000-8000-000000000000";
  for (const path of [`device/${dial.id}/light`, `device/${nobody}/light`, `light/${nobody}`, `sync/${nobody}`]) {
    const { status, json } = await demo.put(path, { on: 1 });
    expect([status, json]).toEqual([404, { code: -1, msg: "not found", data: {} }]);
  }
});

test("G52: what nobody added to this home takes no command by its device's id either", async () => {
  const stranger = await named("device?ext_light=1", "Unknown bulb");
  const { json } = await demo.put(`device/${stranger.id}/light`, { on: 1 });
  expect([json.code, json.msg]).toEqual([-422, "its device is not admitted to this home"]);
  expect(await light("Unknown bulb")).toEqual(stranger.ext_light[0]);
});

test("G55: a lamp that does not obey reads what it truly is after ten seconds", async () => {
  const { id, brightness } = await light("Reading lamp");
  const device = await named("device", "Reading lamp");
  running.backend.happen({ kind: "loseNext", deviceId: device.id, count: 1 });
  await demo.put(`light/${id}`, { on: 0, brightness: 7 });
  running.clock.advance(9_999);
  expect(await light("Reading lamp")).toMatchObject({ on: 0, brightness: 7 });
  running.clock.advance(1);
  expect(await light("Reading lamp")).toMatchObject({ on: 1, brightness });
});

test("G55: a lamp that cannot be reached takes commands all the same, and reads as it was after ten seconds", async () => {
  expect((await command("Bedside right", { on: 1 })).after.on).toBe(1);
  running.clock.advance(10_000);
  expect((await light("Bedside right")).on).toBe(0);
});

test("G55: a command that is repeated is sent to the lamp again, which may not have received it the first time", async () => {
  const device = await named("device", "Reading lamp");
  running.backend.happen({ kind: "loseNext", deviceId: device.id, count: 1 });
  await command("Reading lamp", { on: 0 });
  running.clock.advance(2_000);
  await command("Reading lamp", { on: 0, brightness: 12 });
  running.clock.advance(20_000);
  expect(await light("Reading lamp")).toMatchObject({ on: 0, brightness: 12 });
  const truth = running.backend.actualStates().find((some) => some.device.id === device.id);
  expect(truth?.lights[0]).toMatchObject({ on: false, brightnessPercent: 12 });
});

test("G55: two commands in a row never flicker back", async () => {
  const device = await named("device", "Reading lamp");
  running.backend.happen({ kind: "latency", deviceId: device.id, millis: 500 });
  await command("Reading lamp", { on: 0 });
  running.clock.advance(300);
  await command("Reading lamp", { on: 1 });
  for (let waited = 0; waited < 12_000; waited += 50) {
    running.clock.advance(50);
    expect((await light("Reading lamp")).on).toBe(1);
  }
});
