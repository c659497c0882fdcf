import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";
import { invariantViolations } from "../../../../core/home/changes/invariants.ts";

const PLUG = aBulb({ ieee: ieeeAddress(1), name: "Plug", model: "plug" });
const LAMP = aBulb({ ieee: ieeeAddress(2), name: "Lamp" });
const SENSOR = aBulb({ ieee: ieeeAddress(3), name: "Sensor", model: "sensor" });

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices: [PLUG, LAMP, SENSOR], groups: [] });
  scripted.bridge.take();
});

const taken = (name: string, asLamp: boolean) =>
  ({ kind: "deviceTakenAsLamp", deviceId: scripted.device(name).id, asLamp }) as const;
const lightNames = () =>
  scripted.home.lights
    .all()
    .map(({ name }) => name)
    .sort();

describe("a plug that feeds a lamp", () => {
  test("is served as an on/off light, which is polled, commanded and reports", () => {
    expect(scripted.device("Plug")).toMatchObject({ product: { categoryId: 40200 }, lightIds: [] });
    scripted.ask(taken("Plug", true));
    expect(scripted.device("Plug")).toMatchObject({ product: { categoryId: 20100 }, asLamp: true });
    expect(scripted.light("Plug")).toMatchObject({ abilities: ["onOff"], on: false });
    expect(scripted.bridge.take("/get")).toMatchObject([{ topic: `${PLUG.ieee}/get`, payload: { state: "" } }]);
    scripted.bridge.deliver("Plug", { state: "ON", power: 7 });
    expect(scripted.light("Plug").on).toBe(true);
    scripted.command("Plug", { on: false });
    expect(scripted.bridge.take("/set")).toMatchObject([{ topic: `${PLUG.ieee}/set`, payload: { state: "OFF" } }]);
    expect(invariantViolations(scripted.contents)).toEqual([]);
  });

  test("is one after every list and restart, until that is taken back", () => {
    scripted.ask(taken("Plug", true));
    const { id } = scripted.light("Plug");
    scripted.bridge.list({ devices: [PLUG, LAMP] });
    scripted = scripted.restarted();
    scripted.bridge.open();
    expect(scripted.light("Plug").id).toBe(id);
    expect(lightNames()).toEqual(["Lamp", "Plug"]);
    scripted.ask(taken("Plug", false));
    expect(lightNames()).toEqual(["Lamp"]);
    expect(scripted.device("Plug")).toMatchObject({ product: { categoryId: 40200 }, lightIds: [] });
    expect(invariantViolations(scripted.contents)).toEqual([]);
  });

  test("is none any more when it left and joins again", () => {
    scripted.ask(taken("Plug", true));
    scripted.bridge.list({ devices: [LAMP] });
    scripted.bridge.list({ devices: [LAMP, PLUG] });
    expect(lightNames()).toEqual(["Lamp"]);
  });
});

test("what switches nothing cannot be a lamp, and a lamp stays as it is", async () => {
  const answerTo = (name: string) => scripted.backend.agree(taken(name, true));
  expect(await answerTo("Sensor")).toEqual({ refused: '"Sensor" has no switch for a lamp.' });
  expect(await answerTo("Plug")).toBe("no-part");
  const before = scripted.light("Lamp");
  scripted.ask(taken("Lamp", true));
  expect(scripted.light("Lamp")).toEqual(before);
});

test("the gateway is no lamp", () => {
  const { gateway } = scripted.home;
  const change = { kind: "deviceTakenAsLamp", deviceId: gateway?.id ?? expect.fail(), asLamp: true } as const;
  expect(scripted.gateway.submit(change)).toBe("not-allowed");
});
