import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";
import { contradictionsIn } from "../../../home/contradictions.ts";

const PLUG = aBulb({ ieee: ieeeAddress(1), name: "Plug", model: "plug" });
const LAMP = aBulb({ ieee: ieeeAddress(2), name: "Lamp" });
const SENSOR = aBulb({ ieee: ieeeAddress(3), name: "Sensor", model: "sensor" });

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices: [PLUG, LAMP, SENSOR], groups: [] });
  spoken.bridge.take();
});

const taken = (name: string, asLamp: boolean) =>
  ({ kind: "deviceTakenAsLamp", deviceId: spoken.device(name).id, asLamp }) as const;
const lightNames = () =>
  spoken.home.lights
    .all()
    .map(({ name }) => name)
    .sort();

describe("a plug that feeds a lamp", () => {
  test("is served as an on/off light, which is asked how it is, told and heard", () => {
    expect(spoken.device("Plug")).toMatchObject({ product: { categoryId: 40200 }, lightIds: [] });
    spoken.ask(taken("Plug", true));
    expect(spoken.device("Plug")).toMatchObject({ product: { categoryId: 20100 }, asLamp: true });
    expect(spoken.light("Plug")).toMatchObject({ abilities: ["onOff"], on: false });
    expect(spoken.bridge.take("/get")).toMatchObject([{ topic: `${PLUG.ieee}/get`, payload: { state: "" } }]);
    spoken.bridge.say("Plug", { state: "ON", power: 7 });
    expect(spoken.light("Plug").on).toBe(true);
    spoken.wish("Plug", { on: false });
    expect(spoken.bridge.take("/set")).toMatchObject([{ topic: `${PLUG.ieee}/set`, payload: { state: "OFF" } }]);
    expect(contradictionsIn(spoken.contents)).toEqual([]);
  });

  test("is one after every list and restart, until that is taken back", () => {
    spoken.ask(taken("Plug", true));
    const { id } = spoken.light("Plug");
    spoken.bridge.list({ devices: [PLUG, LAMP] });
    spoken = spoken.restarted();
    spoken.bridge.open();
    expect(spoken.light("Plug").id).toBe(id);
    expect(lightNames()).toEqual(["Lamp", "Plug"]);
    spoken.ask(taken("Plug", false));
    expect(lightNames()).toEqual(["Lamp"]);
    expect(spoken.device("Plug")).toMatchObject({ product: { categoryId: 40200 }, lightIds: [] });
    expect(contradictionsIn(spoken.contents)).toEqual([]);
  });

  test("is none any more when it left and joins again", () => {
    spoken.ask(taken("Plug", true));
    spoken.bridge.list({ devices: [LAMP] });
    spoken.bridge.list({ devices: [LAMP, PLUG] });
    expect(lightNames()).toEqual(["Lamp"]);
  });
});

test("what switches nothing cannot be a lamp, and a lamp stays as it is", async () => {
  const answerTo = (name: string) => spoken.backend.agree(taken(name, true));
  expect(await answerTo("Sensor")).toEqual({ refused: '"Sensor" has nothing that switches a lamp.' });
  expect(await answerTo("Plug")).toBe("no-part");
  const before = spoken.light("Lamp");
  spoken.ask(taken("Lamp", true));
  expect(spoken.light("Lamp")).toEqual(before);
});

test("the gateway is no lamp", () => {
  const { gateway } = spoken.home;
  const change = { kind: "deviceTakenAsLamp", deviceId: gateway?.id ?? expect.fail(), asLamp: true } as const;
  expect(spoken.gateway.submit(change)).toBe("not-allowed");
});
