import { beforeEach, describe, expect, test } from "vitest";
import { ScriptedGateway } from "../../../../test/support/scripted-gateway.ts";
import { aBulb, ieeeAddress } from "../../../../test/support/zigbee2mqtt-devices.ts";

let spoken: ScriptedGateway;

beforeEach(() => {
  spoken = ScriptedGateway.opened();
  const twin = aBulb({ ieee: ieeeAddress(2), name: "Twin", model: "twoEndpoints" });
  const plug = aBulb({ ieee: ieeeAddress(3), name: "Plug", model: "plug" });
  spoken.bridge.list({ devices: [aBulb({ name: "Lamp" }), twin, plug], groups: [] });
  spoken.bridge.say("Lamp", { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 });
});

const LIT = { on: true, brightnessPercent: 50, colour: { mode: "white", kelvin: 4000 } };

describe("a state", () => {
  test("may say but a part: the rest stays", () => {
    expect(spoken.light("Lamp")).toMatchObject(LIT);
    spoken.bridge.say("Lamp", { brightness: 254 });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, brightnessPercent: 100 });
    spoken.bridge.say("Lamp", { linkquality: 77, last_seen: "2022-04-15T17:48:28+08:00" });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, brightnessPercent: 100 });
    expect(spoken.device("Lamp").zigbee?.linkQuality).toBe(77);
    spoken.bridge.say("Lamp", { state: "OFF" });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, on: false, brightnessPercent: 100 });
  });

  test("may be full of nulls, which say nothing", () => {
    spoken.bridge.say("Lamp", { state: null, brightness: null, color: null, color_temp: null, color_mode: null });
    spoken.bridge.say("Lamp", { linkquality: null, update: null, power_on_behavior: null });
    expect(spoken.light("Lamp")).toMatchObject(LIT);
    expect(spoken.problems).toEqual([]);
  });

  test("of a lamp that is off says nothing of how bright it is or would be", () => {
    spoken.bridge.say("Lamp", { state: "OFF", brightness: 254, color_temp: 500 });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, on: false });
    spoken.bridge.say("Lamp", { brightness: 3 });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, on: false });
    spoken.bridge.say("Lamp", { state: "ON", brightness: 254 });
    expect(spoken.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("that makes no sense is a problem, and the rest of it counts", () => {
    spoken.bridge.say("Lamp", { state: "ON", brightness: "very", color_temp: 370 });
    expect(spoken.light("Lamp")).toMatchObject({ ...LIT, colour: { mode: "white", kelvin: 2703 } });
    expect(spoken.problemsOf("Lamp")).toEqual(['"brightness" makes no sense: "very"']);
  });

  test.each(["[]", "ON", "1", "null", '"ON"', "{", '{"state":'])("that is no object is a problem: %s", (payload) => {
    spoken.bridge.say("Lamp", payload);
    expect(spoken.light("Lamp")).toMatchObject(LIT);
    expect(spoken.problemsOf("Lamp")).toEqual(["what it said is no JSON object"]);
  });

  test("that is empty says nothing: so it is said to the broker that a name is no longer one", () => {
    spoken.bridge.say("Lamp", "");
    expect(spoken.light("Lamp")).toMatchObject(LIT);
    expect(spoken.problems).toEqual([]);
  });

  test("of a device with several lights says of each its own", () => {
    spoken.bridge.say("Twin", { state_l1: "ON", brightness_l1: 254, state_l2: "OFF", state: "OFF" });
    const [one, other] = spoken.device("Twin").lightIds.map((id) => spoken.home.lights.get(id));
    expect([one?.on, other?.on]).toEqual([true, false]);
    spoken.bridge.say("Twin", { state_l2: "ON", brightness_l2: 127 });
    expect(spoken.device("Twin").lightIds.map((id) => spoken.home.lights.get(id)?.brightnessPercent)).toEqual([
      100, 50,
    ]);
  });

  test("of what is no lamp changes no light", () => {
    const before = spoken.home.lights.all();
    spoken.bridge.say("Plug", { state: "ON", power: 12, linkquality: 9 });
    expect(spoken.home.lights.all()).toEqual(before);
    expect(spoken.device("Plug").zigbee?.linkQuality).toBe(9);
  });
});

describe("attributes on topics of their own", () => {
  test("are the state, one by one", () => {
    const said: readonly (readonly [string, string])[] = [
      ["state", "ON"],
      ["brightness", "254"],
      ["color_mode", "xy"],
      ["color-x", "0.64"],
      ["color-y", "0.33"],
      ["linkquality", "99"],
      ["last_seen", ""],
      ["action", ""],
    ];
    for (const [attribute, payload] of said) spoken.bridge.say(`Lamp/${attribute}`, payload);
    expect(spoken.light("Lamp")).toMatchObject({
      on: true,
      brightnessPercent: 100,
      colour: { mode: "xy", point: { x: 0.64, y: 0.33 } },
    });
    expect(spoken.device("Lamp").zigbee?.linkQuality).toBe(99);
    spoken.bridge.say("Lamp/state", "OFF");
    expect(spoken.light("Lamp").on).toBe(false);
    expect(spoken.problems).toEqual([]);
  });

  test("tell of an update as well", () => {
    for (const [attribute, payload] of [
      ["update-state", "available"],
      ["update-installed_version", "16"],
      ["update-latest_version", "17"],
    ] as const) {
      spoken.bridge.say(`Lamp/${attribute}`, payload);
    }
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp/update-state", "available");
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp/update-state", "idle");
    expect(spoken.device("Lamp").newVersion).toBe("");
    spoken.bridge.say("Lamp/update-latest_version", "17");
    expect(spoken.device("Lamp").newVersion).toBe("");
  });
});

describe("an update", () => {
  test("is told by its version, until there is none", () => {
    spoken.bridge.say("Lamp", { update: { state: "available", installed_version: 16, latest_version: 17 } });
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp", { update: { state: "updating", progress: 3 } });
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp", { update: { state: "idle" } });
    expect(spoken.device("Lamp").newVersion).toBe("");
    spoken.bridge.say("Lamp", { update: { state: "available" } });
    expect(spoken.device("Lamp").newVersion).toBe("unknown");
    for (const update of [null, 1, "available", [], {}]) spoken.bridge.say("Lamp", { update });
    expect(spoken.device("Lamp").newVersion).toBe("unknown");
    spoken.bridge.say("Lamp", { update: { state: "idle" } });
    expect(spoken.device("Lamp").newVersion).toBe("");
  });

  test.each([
    [17, 17],
    [17, 16],
    ["17", "16"],
    ["2.0", "2.0.0"],
  ])("from %s to %s is none", (installed, latest) => {
    spoken.bridge.say("Lamp", { update: { state: "available", latest_version: 18 } });
    expect(spoken.device("Lamp").newVersion).toBe("18");
    spoken.bridge.say("Lamp", {
      update: { state: "available", installed_version: installed, latest_version: latest },
    });
    expect(spoken.device("Lamp").newVersion).toBe("");
    expect(spoken.problems).toEqual([]);
  });

  test("whose number would read as an older version than the lamp runs is told as that of a file", () => {
    const { softwareVersion } = spoken.device("Lamp").product;
    expect(softwareVersion).toBe("1.116.8");
    spoken.bridge.say("Lamp", { update: { state: "available", installed_version: 0, latest_version: 1 } });
    expect(spoken.device("Lamp").newVersion).toBe("file 1");
  });

  test.each(["updating", "scheduled"])("can be had while it is %s, though nothing was heard of it before", (state) => {
    spoken.bridge.say("Lamp", { update: { state, progress: 3 } });
    expect(spoken.device("Lamp").newVersion).toBe("unknown");
    spoken.bridge.say("Lamp", { update: { state, latest_version: 17 } });
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp", { update: { state } });
    expect(spoken.device("Lamp").newVersion).toBe("17");
    spoken.bridge.say("Lamp", { update: { state: "idle", latest_version: 17 } });
    expect(spoken.device("Lamp").newVersion).toBe("");
  });
});
