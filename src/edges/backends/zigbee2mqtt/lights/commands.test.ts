import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { allAtOnce } from "../../../../shared/steps.ts";

const LAMP = aBulb({ name: "Lamp" });
const KITCHEN = aGroup({ id: 5, name: "Kitchen", members: [LAMP], scenes: [{ id: 1, name: "Bright" }] });
const LIT = { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 };
const PATIENCE_MILLIS = 10_000;

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [LAMP], groups: [KITCHEN] });
  scripted.bridge.deliver("Lamp", LIT);
  scripted.bridge.take();
});

const commands = () => scripted.bridge.take("/set").map(({ topic, payload }) => [topic, payload]);

describe("a command", () => {
  test("is sent to the lamp, shown at once, and confirmed by the report of the lamp", () => {
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { brightness: 51 }]]);
    expect(scripted.light("Lamp").brightnessPercent).toBe(20);
    scripted.bridge.deliver("Lamp", { ...LIT, brightness: 51 });
    scripted.pass(PATIENCE_MILLIS);
    expect(scripted.light("Lamp").brightnessPercent).toBe(20);
  });

  test("takes its time where Zigbee2MQTT says that the lamp can fade, which reports at once what it will be", () => {
    const options = [{ type: "numeric", name: "transition", property: "transition", access: 2, value_min: 0 }];
    const definition = { model: "some model", exposes: LAMP.model.exposes, options };
    const fading = aBulb({ name: "Fading lamp", ieee: ieeeAddress(2), oddities: { definition } });
    scripted.bridge.list({ devices: [LAMP, fading], groups: [KITCHEN] });
    scripted.bridge.deliver("Fading lamp", LIT);
    scripted.bridge.take();
    for (const name of ["Lamp", "Fading lamp"]) {
      const { id: lightId } = scripted.light(name);
      scripted.ask({ kind: "lightChanged", lightId, state: { brightnessPercent: 20 }, fadeMillis: 15_000 });
    }
    expect(commands()).toEqual([
      [`${LAMP.ieee}/set`, { brightness: 51 }],
      [`${fading.ieee}/set`, { brightness: 51, transition: 15 }],
    ]);
    scripted.bridge.deliver("Fading lamp", { ...LIT, brightness: 51 });
    scripted.pass(PATIENCE_MILLIS);
    expect([scripted.light("Fading lamp"), scripted.light("Lamp")]).toMatchObject([
      { brightnessPercent: 20 },
      { brightnessPercent: 50 },
    ]);
  });

  test("that a lamp does not obey is taken back after a while", () => {
    scripted.command("Lamp", { brightnessPercent: 20 });
    scripted.pass(PATIENCE_MILLIS);
    expect(scripted.light("Lamp").brightnessPercent).toBe(50);
  });

  test("right after one to turn the lamp off does not turn it on, and is deferred", () => {
    scripted.command("Lamp", { on: false });
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { brightness: 51, state: null }]);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.pass(PATIENCE_MILLIS);
    expect(scripted.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
  });

  test("right after one to turn the lamp on is sent as to a lamp that is on", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.command("Lamp", { on: true });
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { brightness: 51 }]);
    scripted.bridge.deliver("Lamp", LIT);
    expect(scripted.light("Lamp").brightnessPercent).toBe(20);
  });

  test("for a lamp that nobody lists does nothing", () => {
    const light = scripted.light("Lamp");
    scripted.bridge.list({ devices: [] });
    scripted.notifications.length = 0;
    allAtOnce(scripted.backend.setLights([{ light, desired: { on: false } }]));
    expect(commands()).toEqual([]);
    expect(scripted.notifications).toEqual([]);
    expect(scripted.backend.condition().freshnessOf(light.id).on).toBe("remembered");
  });

  test("is lost while the broker is away, and nothing is made up for when it is back", () => {
    scripted.bridge.close();
    scripted.command("Lamp", { on: false });
    scripted.bridge.open();
    expect(commands()).toEqual([]);
  });

  test("that the lamp can do nothing of is not sent", () => {
    const plain = aBulb({ name: "Lamp", model: "onOff" });
    scripted.bridge.list({ devices: [plain] });
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([]);
  });
});

describe("a command for a lamp that is off", () => {
  beforeEach(() => {
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.bridge.take();
  });

  test("does not turn it on, is shown, and is sent again when the lamp is turned on", () => {
    scripted.command("Lamp", { brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { brightness: 51, state: null }]]);
    scripted.bridge.deliver("Lamp", { state: "OFF", brightness: 127 });
    scripted.pass(2 * PATIENCE_MILLIS);
    expect(scripted.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
    scripted.command("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 51 }]]);
  });

  test("is deferred beside others, the last of each kind, and yields to values in the command that turns it on", () => {
    scripted.command("Lamp", { brightnessPercent: 20 });
    scripted.command("Lamp", { brightnessPercent: 40 });
    scripted.command("Lamp", { colour: { mode: "white", kelvin: 2500 } });
    commands();
    scripted.command("Lamp", { on: true, colour: { mode: "white", kelvin: 4000 } });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 102, color_temp: 250 }]]);
    scripted.bridge.deliver("Lamp", { ...LIT, brightness: 102 });
    scripted.command("Lamp", { on: false });
    scripted.command("Lamp", { on: true });
    expect(commands().at(-1)).toEqual([`${LAMP.ieee}/set`, { state: "ON" }]);
  });

  test("is dropped when the lamp is turned on at the wall", () => {
    scripted.command("Lamp", { brightnessPercent: 20 });
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    commands();
    scripted.command("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON" }]]);
  });

  test("is deferred also when the same command turns it off", () => {
    scripted.bridge.deliver("Lamp", LIT);
    scripted.command("Lamp", { on: false, brightnessPercent: 20 });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "OFF" }]]);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    scripted.pass(2 * PATIENCE_MILLIS);
    expect(scripted.light("Lamp")).toMatchObject({ on: false, brightnessPercent: 20 });
    scripted.command("Lamp", { on: true });
    expect(commands()).toEqual([[`${LAMP.ieee}/set`, { state: "ON", brightness: 51 }]]);
  });
});

describe("after the stop", () => {
  test("nothing is published and nothing reported, whatever is asked, said or waited for", async () => {
    const [light, device, scene] = [scripted.light("Lamp"), scripted.device("Lamp"), scripted.scene("Bright")];
    void scripted.backend.openJoining(600_000);
    await scripted.stop();
    const before = JSON.stringify(scripted.contents);
    scripted.bridge.take();
    scripted.sources.length = 0;
    const { backend, bridge } = scripted;
    allAtOnce(backend.setLights([{ light, desired: { on: false } }]));
    const refused = { refused: "The gateway was stopped. Nothing was sent." };
    for (const change of [
      { kind: "sceneActivated", sceneId: scene.id },
      { kind: "deviceRenamed", deviceId: device.id, name: "Shade" },
      { kind: "deviceLeft", deviceId: device.id },
    ] as const) {
      expect(await backend.agree(change)).toEqual(refused);
    }
    expect(await backend.openJoining(60_000)).toEqual({ isDone: false, problems: [refused.refused] });
    backend.follow([{ in: "devices", before: device, after: undefined }]);
    bridge.deliver("Lamp", { state: "OFF", linkquality: 1 });
    bridge.deliver("Lamp/availability", "offline");
    bridge.deliver("5/set", { scene_recall: 1 });
    bridge.deliver("bridge/event", { type: "device_announce", data: { ieee_address: LAMP.ieee } });
    bridge.list({ devices: [], groups: [] });
    bridge.close();
    scripted.pass(600_000);
    bridge.open();
    scripted.pass(600_000);
    expect(bridge.published).toEqual([]);
    expect(scripted.sources).toEqual([]);
    expect(JSON.stringify(scripted.contents)).toBe(before);
    expect(backend.joiningMillisLeft()).toBe(0);
  });

  test("stopping again does no harm", async () => {
    await scripted.stop();
    await expect(scripted.stop()).resolves.toBeUndefined();
  });
});
