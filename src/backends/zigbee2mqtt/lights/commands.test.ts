import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup } from "../../../../test/support/zigbee2mqtt-devices.ts";

const LAMP = aBulb({ name: "Lamp" });
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const PATIENCE_MILLIS = 10_000;

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: [LAMP], groups: [KITCHEN] });
  spoken.bridge.say("Lamp", LIT);
  spoken.bridge.take();
});

const commands = () => spoken.bridge.take("/set").map(({ topic, payload }) => [topic, payload]);

describe("a wish", () => {
  test("is told the lamp, shown at once, and confirmed by what the lamp says", () => {
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { brightness: 51 }]]);
    expect(spoken.light("Lamp").brightnessPercent).toBe(20);
    spoken.bridge.say("Lamp", { ...LIT, brightness: 51 });
    spoken.pass(PATIENCE_MILLIS);
    expect(spoken.light("Lamp").brightnessPercent).toBe(20);
  });

  test("that a lamp does not obey is taken back after a while", () => {
    spoken.wish("Lamp", { brightnessPercent: 20 });
    spoken.pass(PATIENCE_MILLIS);
    expect(spoken.light("Lamp").brightnessPercent).toBe(50);
  });

  test("right after one to turn the lamp off does not turn it on, and is held", () => {
    spoken.wish("Lamp", { on: false });
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { brightness: 51, state: null }]);
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.pass(PATIENCE_MILLIS);
    expect(spoken.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
  });

  test("right after one to turn the lamp on is told it as one that is on", () => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.wish("Lamp", { on: true });
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { brightness: 51 }]);
    spoken.bridge.say("Lamp", LIT);
    expect(spoken.light("Lamp").brightnessPercent).toBe(20);
  });

  test("for a lamp that nobody lists does nothing", () => {
    const light = spoken.light("Lamp");
    spoken.bridge.list({ devices: [] });
    spoken.happened.length = 0;
    spoken.backend.setLight(light, { on: false });
    expect(commands()).toEqual([]);
    expect(spoken.happened).toEqual([]);
    expect(spoken.backend.condition().freshnessOf(light.id).on).toBe("remembered");
  });

  test("is lost while the broker is away, and nothing is made up for when it is back", () => {
    spoken.bridge.close();
    spoken.wish("Lamp", { on: false });
    spoken.bridge.open();
    expect(commands()).toEqual([]);
  });

  test("that the lamp can do nothing of is not told it", () => {
    const plain = aBulb({ name: "Lamp", model: "onOff" });
    spoken.bridge.list({ devices: [plain] });
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([]);
  });
});

describe("a wish for a lamp that is off", () => {
  beforeEach(() => {
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.bridge.take();
  });

  test("does not turn it on, is shown, and is told again when the lamp is turned on", () => {
    spoken.wish("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { brightness: 51, state: null }]]);
    spoken.bridge.say("Lamp", { state: "OFF", brightness: 127 });
    spoken.pass(2 * PATIENCE_MILLIS);
    expect(spoken.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
    spoken.wish("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 51 }]]);
  });

  test("is held beside others, the last of each kind, and under what is wished with the turning on", () => {
    spoken.wish("Lamp", { brightnessPercent: 20 });
    spoken.wish("Lamp", { brightnessPercent: 40 });
    spoken.wish("Lamp", { colour: { mode: "white", kelvin: 2500 } });
    commands();
    spoken.wish("Lamp", { on: true, colour: { mode: "white", kelvin: 4000 } });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 102, color_temp: 250 }]]);
    spoken.bridge.say("Lamp", { ...LIT, brightness: 102 });
    spoken.wish("Lamp", { on: false });
    spoken.wish("Lamp", { on: true });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { state: "ON" }]);
  });

  test("is dropped when the lamp is turned on at the wall", () => {
    spoken.wish("Lamp", { brightnessPercent: 20 });
    spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
    spoken.bridge.say("Lamp", { state: "OFF" });
    commands();
    spoken.wish("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON" }]]);
  });

  test("is held with the wish to turn it off as well", () => {
    spoken.bridge.say("Lamp", LIT);
    spoken.wish("Lamp", { on: false, brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "OFF" }]]);
    spoken.bridge.say("Lamp", { state: "OFF" });
    spoken.pass(2 * PATIENCE_MILLIS);
    expect(spoken.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
    spoken.wish("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 51 }]]);
  });
});

describe("after the stop", () => {
  test("nothing is published and nothing reported, whatever is asked, said or waited for", async () => {
    const [light, device, scene] = [spoken.light("Lamp"), spoken.device("Lamp"), spoken.scene("Bright")];
    void spoken.backend.openJoining(600_000);
    await spoken.stop();
    const before = JSON.stringify(spoken.contents);
    spoken.bridge.take();
    spoken.sources.length = 0;
    const { backend, bridge } = spoken;
    backend.setLight(light, { on: false });
    const refused = { refused: "The gateway was stopped. Nothing was sent." };
    for (const change of [
      { kind: "sceneActivated", sceneId: scene.id },
      { kind: "deviceRenamed", deviceId: device.id, name: "Shade" },
      { kind: "deviceLeft", deviceId: device.id },
    ] as const) {
      expect(await backend.agree(change)).toEqual(refused);
    }
    expect(await backend.openJoining(60_000)).toEqual({ isDone: false, troubles: [refused.refused] });
    backend.follow([{ in: "devices", before: device, after: undefined }]);
    bridge.say("Lamp", { state: "OFF", linkquality: 1 });
    bridge.say("Lamp/availability", "offline");
    bridge.say("5/set", { scene_recall: 1 });
    bridge.say("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    bridge.list({ devices: [], groups: [] });
    bridge.close();
    spoken.pass(600_000);
    bridge.open();
    spoken.pass(600_000);
    expect(bridge.published).toEqual([]);
    expect(spoken.sources).toEqual([]);
    expect(JSON.stringify(spoken.contents)).toBe(before);
    expect(backend.joiningMillisLeft()).toBe(0);
  });

  test("stopping again does no harm", async () => {
    await spoken.stop();
    await expect(spoken.stop()).resolves.toBeUndefined();
  });
});
