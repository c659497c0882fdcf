import { describe, expect, test } from "vitest";
import { aBulb, aGroup, ieeeAddress, type StandInDevice } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

const called = (...names: readonly string[]): readonly StandInDevice[] =>
  names.map((name, at) => aBulb({ ieee: ieeeAddress(at + 1), name, model: "dimmable" }));

function withDevices(
  devices: readonly StandInDevice[],
  groups = [aGroup({ id: 5, name: "Kitchen" })],
): ScriptedGateway {
  const scripted = ScriptedGateway.opened();
  scripted.bridge.list({ devices, groups });
  scripted.bridge.take();
  return scripted;
}

const lit = (scripted: ScriptedGateway): readonly string[] =>
  scripted.deviceNames.filter((name) => scripted.light(name).on);

describe("a device is found by its name", () => {
  test.each([
    "Lamp",
    "lights/office/desk",
    "Kitchen/Lamp",
    "Kitchen",
    "lights/set",
    "lights/get",
    "lights/availability",
    "set",
    "5",
    "luxgate/lamp",
    "bridges/lamp",
    "Küche/灯 💡",
    "a//b",
    "constructor",
    "__proto__",
  ])("%s", (name) => {
    const scripted = withDevices(called(name, "Lamp/2", "lights"));
    scripted.bridge.deliver(name, { state: "ON", brightness: 254 });
    expect(lit(scripted)).toEqual([name]);
    expect(scripted.light(name).brightnessPercent).toBe(100);
    scripted.bridge.deliver(`${name}/availability`, { state: "offline" });
    expect(scripted.deviceNames.filter((one) => !scripted.device(one).online)).toEqual([name]);
    scripted.bridge.deliver(`${name}/set`, { state: "OFF" });
    scripted.bridge.deliver(`${name}/get`, { state: "" });
    scripted.bridge.deliver(`${name}/set/state`, "OFF");
    expect(lit(scripted)).toEqual([name]);
    expect(scripted.problems).toEqual([]);
  });

  test("one whose name begins with the name of another is not that other", () => {
    const scripted = withDevices(called("Lamp", "Lamp/set", "Lamp/availability", "Lamp/Lamp"));
    scripted.bridge.deliver("Lamp/set", { state: "ON" });
    expect(lit(scripted)).toEqual(["Lamp/set"]);
    scripted.bridge.deliver("Lamp/availability", { state: "ON" });
    expect(lit(scripted)).toEqual(["Lamp/availability", "Lamp/set"]);
    scripted.bridge.deliver("Lamp/Lamp/availability", { state: "offline" });
    expect(scripted.device("Lamp").online).toBe(true);
    expect(scripted.device("Lamp/Lamp").online).toBe(false);
  });

  test("also under its address, and after a rename under its new name only", () => {
    const [lamp] = called("Lamp");
    if (!lamp) throw new Error("no lamp");
    const scripted = withDevices([lamp]);
    scripted.bridge.deliver(lamp.ieee, { state: "ON" });
    expect(lit(scripted)).toEqual(["Lamp"]);
    scripted.bridge.list({ devices: [{ ...lamp, name: "Shade" }] });
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(lit(scripted)).toEqual(["Shade"]);
    scripted.bridge.deliver("Shade", { state: "OFF" });
    expect(lit(scripted)).toEqual([]);
  });

  test("is scripted to by its address, whatever its name", () => {
    const scripted = withDevices(called("lights/set"));
    scripted.command("lights/set", { on: true });
    expect(scripted.bridge.take("/set")).toMatchObject([{ topic: `${ieeeAddress(1)}/set`, payload: { state: "ON" } }]);
  });
});

describe("Zigbee2MQTT runs or does not", () => {
  test.each([
    ["online", "offline"],
    ['"online"', '"offline"'],
    [' {"state": "online"}\n', '{"state":"offline"}'],
  ])("as it says: %s, %s", (online, offline) => {
    const scripted = withDevices(called("Lamp"));
    scripted.bridge.deliver("bridge/state", offline);
    expect(scripted.sources.at(-1)?.problem).toBe("Zigbee2MQTT is not running");
    scripted.bridge.deliver("bridge/state", online);
    expect(scripted.sources.at(-1)?.problem).toBeUndefined();
    scripted.bridge.deliver("Lamp/availability", offline);
    expect(scripted.device("Lamp").online).toBe(false);
    scripted.bridge.deliver("Lamp/availability", online);
    expect(scripted.device("Lamp").online).toBe(true);
    expect(scripted.problems).toEqual([]);
  });

  test("and nothing else is taken for either", () => {
    const scripted = withDevices(called("Lamp"));
    for (const word of ["", "ONLINE!", "{}", "[]", "null", "true", '{"state":null}']) {
      scripted.bridge.deliver("bridge/state", word);
      scripted.bridge.deliver("Lamp/availability", word);
    }
    expect(scripted.sources.at(-1)?.problem).toBeUndefined();
    expect(scripted.device("Lamp").online).toBe(true);
    expect(scripted.problemsOf("bridge/state")).toEqual(["invalid state: expected online or offline"]);
    expect(scripted.problemsOf("Lamp")).toEqual(["invalid availability: expected online or offline"]);
  });
});
