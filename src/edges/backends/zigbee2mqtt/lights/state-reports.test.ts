import { beforeEach, describe, expect, test } from "vitest";
import { aBulb, ieeeAddress } from "../../../../../test/support/zigbee2mqtt/devices.ts";
import { ScriptedGateway } from "../../../../../test/support/zigbee2mqtt/scripted-gateway.ts";

let scripted: ScriptedGateway;

beforeEach(() => {
  scripted = ScriptedGateway.opened();
  const twin = aBulb({ ieee: ieeeAddress(2), name: "Twin", model: "twoEndpoints" });
  const plug = aBulb({ ieee: ieeeAddress(3), name: "Plug", model: "plug" });
  scripted.bridge.list({ devices: [aBulb({ name: "Lamp" }), twin, plug], groups: [] });
  scripted.bridge.deliver("Lamp", { state: "ON", brightness: 127, color_mode: "color_temp", color_temp: 250 });
});

const LIT = { on: true, brightnessPercent: 50, colour: { mode: "white", kelvin: 4000 } };

describe("a state", () => {
  test("may contain only a part: the rest stays", () => {
    expect(scripted.light("Lamp")).toMatchObject(LIT);
    scripted.bridge.deliver("Lamp", { brightness: 254 });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, brightnessPercent: 100 });
    scripted.bridge.deliver("Lamp", { linkquality: 77, last_seen: "2022-04-15T17:48:28+08:00" });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, brightnessPercent: 100 });
    expect(scripted.device("Lamp").zigbee?.linkQuality).toBe(77);
    scripted.bridge.deliver("Lamp", { state: "OFF" });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, on: false, brightnessPercent: 100 });
  });

  test("may be full of nulls, which mean nothing", () => {
    scripted.bridge.deliver("Lamp", { state: null, brightness: null, color: null, color_temp: null, color_mode: null });
    scripted.bridge.deliver("Lamp", { linkquality: null, update: null, power_on_behavior: null });
    expect(scripted.light("Lamp")).toMatchObject(LIT);
    expect(scripted.problems).toEqual([]);
  });

  test("of a lamp that is off changes neither brightness nor colour", () => {
    scripted.bridge.deliver("Lamp", { state: "OFF", brightness: 254, color_temp: 500 });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, on: false });
    scripted.bridge.deliver("Lamp", { brightness: 3 });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, on: false });
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: 254 });
    expect(scripted.light("Lamp")).toMatchObject({ on: true, brightnessPercent: 100 });
  });

  test("that makes no sense is a problem, and the rest of it counts", () => {
    scripted.bridge.deliver("Lamp", { state: "ON", brightness: "very", color_temp: 370 });
    expect(scripted.light("Lamp")).toMatchObject({ ...LIT, colour: { mode: "white", kelvin: 2703 } });
    expect(scripted.problemsOf("Lamp")).toEqual(['invalid value for "brightness": "very"']);
  });

  test.each(["[]", "ON", "1", "null", '"ON"', "{", '{"state":'])("that is no object is a problem: %s", (payload) => {
    scripted.bridge.deliver("Lamp", payload);
    expect(scripted.light("Lamp")).toMatchObject(LIT);
    expect(scripted.problemsOf("Lamp")).toEqual(["its message is not a JSON object"]);
  });

  test("that is empty means nothing: so a retained message is cleared when a name is no longer used", () => {
    scripted.bridge.deliver("Lamp", "");
    expect(scripted.light("Lamp")).toMatchObject(LIT);
    expect(scripted.problems).toEqual([]);
  });

  test("of a device with several lights contains the state of each", () => {
    scripted.bridge.deliver("Twin", { state_l1: "ON", brightness_l1: 254, state_l2: "OFF", state: "OFF" });
    const [one, other] = scripted.device("Twin").lightIds.map((id) => scripted.home.lights.get(id));
    expect([one?.on, other?.on]).toEqual([true, false]);
    scripted.bridge.deliver("Twin", { state_l2: "ON", brightness_l2: 127 });
    expect(scripted.device("Twin").lightIds.map((id) => scripted.home.lights.get(id)?.brightnessPercent)).toEqual([
      100, 50,
    ]);
  });

  test("of what is no lamp changes no light", () => {
    const before = scripted.home.lights.all();
    scripted.bridge.deliver("Plug", { state: "ON", power: 12, linkquality: 9 });
    expect(scripted.home.lights.all()).toEqual(before);
    expect(scripted.device("Plug").zigbee?.linkQuality).toBe(9);
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
    for (const [attribute, payload] of said) scripted.bridge.deliver(`Lamp/${attribute}`, payload);
    expect(scripted.light("Lamp")).toMatchObject({
      on: true,
      brightnessPercent: 100,
      colour: { mode: "xy", point: { x: 0.64, y: 0.33 } },
    });
    expect(scripted.device("Lamp").zigbee?.linkQuality).toBe(99);
    scripted.bridge.deliver("Lamp/state", "OFF");
    expect(scripted.light("Lamp").on).toBe(false);
    expect(scripted.problems).toEqual([]);
  });

  test("tell of an update as well", () => {
    for (const [attribute, payload] of [
      ["update-state", "available"],
      ["update-installed_version", "16"],
      ["update-latest_version", "17"],
    ] as const) {
      scripted.bridge.deliver(`Lamp/${attribute}`, payload);
    }
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp/update-state", "available");
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp/update-state", "idle");
    expect(scripted.device("Lamp").newVersion).toBe("");
    scripted.bridge.deliver("Lamp/update-latest_version", "17");
    expect(scripted.device("Lamp").newVersion).toBe("");
  });
});

describe("an update", () => {
  test("is told by its version, until there is none", () => {
    scripted.bridge.deliver("Lamp", { update: { state: "available", installed_version: 16, latest_version: 17 } });
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp", { update: { state: "updating", progress: 3 } });
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp", { update: { state: "idle" } });
    expect(scripted.device("Lamp").newVersion).toBe("");
    scripted.bridge.deliver("Lamp", { update: { state: "available" } });
    expect(scripted.device("Lamp").newVersion).toBe("unknown");
    for (const update of [null, 1, "available", [], {}]) scripted.bridge.deliver("Lamp", { update });
    expect(scripted.device("Lamp").newVersion).toBe("unknown");
    scripted.bridge.deliver("Lamp", { update: { state: "idle" } });
    expect(scripted.device("Lamp").newVersion).toBe("");
  });

  test.each([
    [17, 17],
    [17, 16],
    ["17", "16"],
    ["2.0", "2.0.0"],
  ])("from %s to %s is none", (installed, latest) => {
    scripted.bridge.deliver("Lamp", { update: { state: "available", latest_version: 18 } });
    expect(scripted.device("Lamp").newVersion).toBe("18");
    scripted.bridge.deliver("Lamp", {
      update: { state: "available", installed_version: installed, latest_version: latest },
    });
    expect(scripted.device("Lamp").newVersion).toBe("");
    expect(scripted.problems).toEqual([]);
  });

  test("whose number would read as an older version than the lamp runs is told as that of a file", () => {
    const { softwareVersion } = scripted.device("Lamp").product;
    expect(softwareVersion).toBe("1.116.8");
    scripted.bridge.deliver("Lamp", { update: { state: "available", installed_version: 0, latest_version: 1 } });
    expect(scripted.device("Lamp").newVersion).toBe("file 1");
  });

  test.each(["updating", "scheduled"])("can be had while it is %s, though nothing was heard of it before", (state) => {
    scripted.bridge.deliver("Lamp", { update: { state, progress: 3 } });
    expect(scripted.device("Lamp").newVersion).toBe("unknown");
    scripted.bridge.deliver("Lamp", { update: { state, latest_version: 17 } });
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp", { update: { state } });
    expect(scripted.device("Lamp").newVersion).toBe("17");
    scripted.bridge.deliver("Lamp", { update: { state: "idle", latest_version: 17 } });
    expect(scripted.device("Lamp").newVersion).toBe("");
  });
});
