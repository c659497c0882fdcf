import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atLeast, times } from "../../../../test/support/depth.ts";
import { anyHistory } from "../../../../test/support/home/any-change.ts";
import { aDevice, aLight, aSyncBox } from "../../../../test/support/home/builders.ts";
import { FOUNDED, furthered } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lampJoined, lounge } from "../../../../test/support/home/lit-home.ts";
import { OTHER_DEVICE, OTHER_LIGHT } from "../../../../test/support/home/other-resources.ts";
import { describing } from "../../../../test/support/zigbee2mqtt/any-joining.ts";
import { MutableHome } from "../home.ts";
import { xyFromRgb } from "../model/colour.ts";
import type { Ability, Light } from "../model/light.ts";
import { lightsOf } from "../select.ts";
import type { ChangeOf } from "./change.ts";
import { effectOf } from "./effect.ts";
import { isSame } from "./replacement.ts";

const COLOURED: readonly Ability[] = ["onOff", "brightness", "colour"];
const WHITE: readonly Ability[] = ["onOff", "brightness", "colourTemperature"];
const ZIGBEE = { ieeeAddress: "0x0017880100000001", networkAddress: 7, linkQuality: 200 };

type Described = ChangeOf<"deviceDescribed">;
const lamp = aDevice({ id: idAt("1"), lightIds: [idAt("1")], zigbee: ZIGBEE });
const light = aLight({ id: idAt("1"), deviceId: idAt("1") });
const described = (
  device: Partial<Described["device"]> = {},
  lights: readonly Partial<Described["lights"][0]>[] = [{}],
): Described => ({
  kind: "deviceDescribed",
  device: { ...lamp, ...device },
  lights: lights.map((fields) => ({ ...light, ...fields })),
});

/** A lamp in the lounge that is on, red and dimmed. */
function litHome(): LitHome {
  const home = new LitHome();
  const red = { mode: "xy", point: xyFromRgb(0xff0000) } as const;
  home.make(lampJoined("1", { brightnessPercent: 7, colour: red }, { zigbee: ZIGBEE }));
  home.make({ kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id, byHand: true });
  return home;
}
const deviceIn = ({ gateway }: LitHome) => gateway.home.devices.get(idAt("1"));
const effectIn = ({ gateway }: LitHome, change: Described) => effectOf(gateway.home, change);

describe("a device that is described", () => {
  test("takes its name, serial number, product and address, and keeps how it is", () => {
    const home = litHome();
    home.make({ kind: "deviceReached", deviceId: idAt("1"), online: false });
    home.make({ kind: "deviceUpdateFound", deviceId: idAt("1"), newVersion: "2.0" });
    const product = { ...lamp.product, model: "915005733701" };
    const zigbee = { ...ZIGBEE, networkAddress: 8 };
    const otherwise = {
      admitted: false,
      online: true,
      newVersion: "",
      placedByHand: false,
      syncBoxId: idAt<never>("5"),
    };
    home.make(described({ ...otherwise, name: "Sun", serialNumber: "SN2", product, zigbee }));
    expect(deviceIn(home)).toEqual({
      ...lamp,
      ...{ name: "Sun", serialNumber: "SN2", product, zigbee },
      ...{ admitted: true, online: false, newVersion: "2.0", placedByHand: true, syncBoxId: null },
    });
  });

  test("is up to date once it runs the version that it could be brought to, or a newer one", () => {
    for (const [softwareVersion, newVersion] of [
      ["1.9", "2.0"],
      ["2.0.0", ""],
      ["2.1", ""],
    ] as const) {
      const home = litHome();
      home.make({ kind: "deviceUpdateFound", deviceId: idAt("1"), newVersion: "2.0" });
      home.make(described({ product: { ...lamp.product, softwareVersion } }));
      expect(deviceIn(home)).toMatchObject({ newVersion, product: { softwareVersion } });
    }
  });

  test("keeps how well it is received, which is heard, unless nothing was known of that", () => {
    const home = litHome();
    home.make({ kind: "deviceLinkQualityReported", deviceId: idAt("1"), linkQuality: 42 });
    home.make(described({ zigbee: { ...ZIGBEE, linkQuality: 0 } }));
    expect(deviceIn(home)?.zigbee?.linkQuality).toBe(42);
    home.make(described({ zigbee: null }));
    home.make(described({ zigbee: { ...ZIGBEE, linkQuality: 9 } }));
    expect(deviceIn(home)?.zigbee?.linkQuality).toBe(9);
  });

  test("keeps the state of its lights, which take their name, abilities and segments", () => {
    const home = litHome();
    const before = home.light("1");
    const abilities: readonly Ability[] = [...COLOURED, "segments"];
    home.make(described({}, [{ name: "Sun", abilities, segments: 5, on: false, brightnessPercent: 99 }]));
    expect(home.light("1")).toEqual({ ...before, name: "Sun", abilities, segments: 5 });
  });

  test("loses lights that it has no more, and gets new ones as they are given", () => {
    const home = litHome();
    const second = { id: idAt<never>("2"), name: "Back", brightnessPercent: 3 };
    home.make(described({ lightIds: [idAt("2")] }, [second]));
    expect(deviceIn(home)?.lightIds).toEqual([idAt("2")]);
    expect(home.gateway.home.lights.all()).toEqual([{ ...light, ...second }]);
  });

  test("is replaced by nothing, and keeps its identity, when all is so already", () => {
    const home = litHome();
    home.make(described());
    expect(effectIn(home, described())).toEqual([]);
    expect(effectIn(home, structuredClone(described()))).toEqual([]);
  });

  test("is called as its product when it has no name that can be printed, and so are its lights", () => {
    const home = litHome();
    home.make(described({ name: " \u0007" }, [{ name: "\u202e" }]));
    expect([deviceIn(home)?.name, home.light("1")?.name]).toEqual(["Colour Bulb", "Colour Bulb"]);
  });
});

/** What no description says: what a device reports by itself, and what people or the home decide. */
const NOT_DESCRIBED = {
  device: ["admitted", "online", "newVersion", "syncBoxId", "placedByHand", "asLamp"],
  light: ["on", "brightnessPercent", "colour", "powerOn", "drivenBySyncBox", "dimming"],
};

test("a description says everything of a device and its lights but what is known not to be a part of it", () => {
  const home = litHome();
  const deviceBefore = deviceIn(home);
  const lightBefore = home.light("1");
  home.make({ kind: "deviceDescribed", device: OTHER_DEVICE, lights: [OTHER_LIGHT, { ...light, id: idAt("2") }] });
  expect(fieldsThatDiffer(OTHER_DEVICE, deviceIn(home))).toEqual(new Set(NOT_DESCRIBED.device));
  expect(fieldsThatDiffer(OTHER_LIGHT, home.light("1"))).toEqual(new Set(NOT_DESCRIBED.light));
  const { id: _, ...device } = OTHER_DEVICE;
  const { id, deviceId, ...lightFields } = OTHER_LIGHT;
  expect(fieldsThatDiffer(OTHER_DEVICE, deviceBefore)).toEqual(new Set(Object.keys(device)));
  expect(fieldsThatDiffer(OTHER_LIGHT, lightBefore)).toEqual(new Set(Object.keys(lightFields)));
});

function fieldsThatDiffer(one: object, other: object = {}): ReadonlySet<string> {
  const others = new Map(Object.entries(other));
  return new Set(Object.keys(one).filter((field) => !isSame(Reflect.get(one, field), others.get(field))));
}

describe("the colour of a light that is described", () => {
  test("stays while the light can show it, and ends no scene", () => {
    const home = litHome();
    home.scene("1", { active: true, colours: [0xff0000] });
    home.make(described({}, [{ abilities: COLOURED, colour: { mode: "white", kelvin: 5000 } }]));
    expect([home.light("1")?.colour, home.active]).toEqual([{ mode: "xy", point: xyFromRgb(0xff0000) }, ["1"]]);
  });

  test("becomes the nearest that the light can show", () => {
    const home = litHome();
    home.make(described({}, [{ abilities: WHITE }]));
    expect(home.light("1")?.colour).toEqual({ mode: "white", kelvin: 2000 });
    home.make(described({}, [{ abilities: COLOURED }]));
    expect(home.light("1")?.colour).toMatchObject({ mode: "xy" });
  });
});

describe("a light of a device that a sync box drives", () => {
  function drivenHome(): LitHome {
    const home = litHome();
    const syncBox = aSyncBox({ id: idAt("9"), deviceId: idAt("9"), areaId: lounge.id, on: true });
    const device = aDevice({ id: idAt("9"), lightIds: [], syncBoxId: idAt("9") });
    home.make({ kind: "deviceJoined", device, lights: [], syncBox });
    return home;
  }

  test("is driven when it is new or turns out to have colours, and no longer when it has none", () => {
    const home = drivenHome();
    const second = { id: idAt<never>("2") };
    home.make(described({ lightIds: [idAt("1"), idAt("2")] }, [{ abilities: WHITE }, second]));
    expect([home.light("1"), home.light("2")].map((some) => some?.drivenBySyncBox)).toEqual([false, true]);
    home.make(described({}, [{ abilities: COLOURED }]));
    expect(home.light("1")?.drivenBySyncBox).toBe(true);
  });
});

describe("a device is not described", () => {
  const home = litHome();
  home.lamp("3");
  const hub = FOUNDED.devices[0] ?? expect.fail("there is no gateway");

  test.each<readonly [how: string, change: Described, outcome: string]>([
    ["that is not there", described({ id: idAt("8") }), "not-found"],
    ["with a light of another", described({ lightIds: [idAt("3")] }, [{ id: idAt("3") }]), "already-there"],
    ["with a light that says it is another's", described({}, [{ deviceId: idAt("3") }]), "not-allowed"],
    ["without a light that it names", described({}, []), "not-allowed"],
    ["without naming its light", described({ lightIds: [] }), "not-allowed"],
    ["with a light twice", described({ lightIds: [idAt("1"), idAt("1")] }, [{}, {}]), "not-allowed"],
    ["by what is no number", described({}, [{ brightnessPercent: Number.NaN }]), "not-allowed"],
    ["as another gateway", described({ product: hub.product }), "not-allowed"],
    ["as no gateway any more", described({ id: hub.id, lightIds: [] }, []), "not-allowed"],
  ])("%s", (_how, change, outcome) => {
    expect(effectIn(home, change)).toBe(outcome);
  });
});

/** What of a light is no part of any description; its colour may have to become another. */
const burning = ({ on, brightnessPercent, powerOn }: Light) => ({ on, brightnessPercent, powerOn });

test("whatever is said of whatever device, its lights are just those, and what it had of them burns as before", () => {
  let stayed = 0;
  fc.assert(
    fc.property(anyHistory, describing, (history, { device, lights }) => {
      const home = new MutableHome(furthered(FOUNDED, history));
      const had = new Map(home.lights.all().map((some) => [some.id, some]));
      const effect = effectOf(home, { kind: "deviceDescribed", device, lights });
      if (typeof effect === "string") return;
      for (const replacement of effect) home.replace(replacement);
      const has = lightsOf(home, home.devices.get(device.id) ?? expect.fail("it is gone"));
      expect(has.map(({ id }) => id)).toEqual(device.lightIds);
      const given = new Map(lights.map((some) => [some.id, some]));
      const wanted = device.lightIds.map((id) => had.get(id) ?? given.get(id) ?? expect.fail("it is not given"));
      expect(has.map(burning)).toEqual(wanted.map(burning));
      stayed += has.filter(({ id }) => had.has(id)).length;
    }),
    { numRuns: times(1_000) },
  );
  expect(stayed).toBeGreaterThanOrEqual(atLeast(5));
});
