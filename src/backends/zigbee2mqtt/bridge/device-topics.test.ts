import { describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, aGroup, ieeeAddress, type StandInDevice } from "../../../../test/support/zigbee2mqtt-devices.ts";

const called = (...names: readonly string[]): readonly StandInDevice[] =>
  names.map((name, at) => aBulb({ ieee: ieeeAddress(at + 1), name, model: "dimmable" }));

function withDevices(
  devices: readonly StandInDevice[],
  groups = [aGroup({ id: 5, name: "Kitchen" })],
): ScriptedGateway {
  const spoken = ScriptedGateway.opened();
  spoken.bridge.list({ devices, groups });
  spoken.bridge.take();
  return spoken;
}

const lit = (spoken: ScriptedGateway): readonly string[] => spoken.deviceNames.filter((name) => spoken.light(name).on);

describe("a device is heard by its name", () => {
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
    const spoken = withDevices(called(name, "Lamp/2", "lights"));
    spoken.bridge.say(name, { state: "ON", brightness: 254 });
    expect(lit(spoken)).toEqual([name]);
    expect(spoken.light(name).brightnessPercent).toBe(100);
    spoken.bridge.say(`${name}/availability`, { state: "offline" });
    expect(spoken.deviceNames.filter((one) => !spoken.device(one).online)).toEqual([name]);
    spoken.bridge.say(`${name}/set`, { state: "OFF" });
    spoken.bridge.say(`${name}/get`, { state: "" });
    spoken.bridge.say(`${name}/set/state`, "OFF");
    expect(lit(spoken)).toEqual([name]);
    expect(spoken.problems).toEqual([]);
  });

  test("one whose name begins with the name of another is not that other", () => {
    const spoken = withDevices(called("Lamp", "Lamp/set", "Lamp/availability", "Lamp/Lamp"));
    spoken.bridge.say("Lamp/set", { state: "ON" });
    expect(lit(spoken)).toEqual(["Lamp/set"]);
    spoken.bridge.say("Lamp/availability", { state: "ON" });
    expect(lit(spoken)).toEqual(["Lamp/availability", "Lamp/set"]);
    spoken.bridge.say("Lamp/Lamp/availability", { state: "offline" });
    expect(spoken.device("Lamp").online).toBe(true);
    expect(spoken.device("Lamp/Lamp").online).toBe(false);
  });

  test("also under its address, and after a rename under its new name only", () => {
    const [lamp] = called("Lamp");
    if (!lamp) throw new Error("no lamp");
    const spoken = withDevices([lamp]);
    spoken.bridge.say(lamp.ieee, { state: "ON" });
    expect(lit(spoken)).toEqual(["Lamp"]);
    spoken.bridge.list({ devices: [{ ...lamp, name: "Shade" }] });
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(lit(spoken)).toEqual(["Shade"]);
    spoken.bridge.say("Shade", { state: "OFF" });
    expect(lit(spoken)).toEqual([]);
  });

  test("is spoken to by its address, whatever its name", () => {
    const spoken = withDevices(called("lights/set"));
    spoken.wish("lights/set", { on: true });
    expect(spoken.bridge.take("/set")).toMatchObject([{ topic: `${ieeeAddress(1)}/set`, payload: { state: "ON" } }]);
  });
});

describe("Zigbee2MQTT runs or does not", () => {
  test.each([
    ["online", "offline"],
    ['"online"', '"offline"'],
    [' {"state": "online"}\n', '{"state":"offline"}'],
  ])("as it says: %s, %s", (online, offline) => {
    const spoken = withDevices(called("Lamp"));
    spoken.bridge.say("bridge/state", offline);
    expect(spoken.sources.at(-1)?.trouble).toBe("Zigbee2MQTT is not running");
    spoken.bridge.say("bridge/state", online);
    expect(spoken.sources.at(-1)?.trouble).toBeUndefined();
    spoken.bridge.say("Lamp/availability", offline);
    expect(spoken.device("Lamp").online).toBe(false);
    spoken.bridge.say("Lamp/availability", online);
    expect(spoken.device("Lamp").online).toBe(true);
    expect(spoken.problems).toEqual([]);
  });

  test("and nothing else is taken for either", () => {
    const spoken = withDevices(called("Lamp"));
    for (const word of ["", "ONLINE!", "{}", "[]", "null", "true", '{"state":null}']) {
      spoken.bridge.say("bridge/state", word);
      spoken.bridge.say("Lamp/availability", word);
    }
    expect(spoken.sources.at(-1)?.trouble).toBeUndefined();
    expect(spoken.device("Lamp").online).toBe(true);
    expect(spoken.problemsOf("bridge/state")).toEqual(["it says neither online nor offline"]);
    expect(spoken.problemsOf("Lamp")).toEqual(["its availability is neither online nor offline"]);
  });
});
