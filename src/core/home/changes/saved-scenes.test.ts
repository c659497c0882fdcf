import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lightState } from "../../../../test/support/home/any-resource.ts";
import { aScene } from "../../../../test/support/home/builders.ts";
import { idAt, LitHome, lounge, study } from "../../../../test/support/home/lit-home.ts";
import type { DeviceId, SceneId } from "../model/ids.ts";
import type { Ability, LightState } from "../model/light.ts";
import { sampleOf, savedLamp } from "../model/saved-lamps.ts";
import type { SavedLamp } from "../model/scene.ts";
import { reachableLightsIn } from "../select.ts";
import { effectOf } from "./effect.ts";
import { shows } from "./recall.ts";

const KINDS: readonly (readonly Ability[])[] = [
  ["onOff"],
  ["onOff", "brightness", "colourTemperature"],
  ["onOff", "brightness", "colourTemperature", "colour"],
  ["onOff", "brightness", "colourTemperature", "colour", "segments"],
];

const red = { mode: "xy", point: { x: 0.64, y: 0.33 } } as const;

/** A lounge of two lamps, the second of which is off, and a scene that saves them as they are. */
function saved(): LitHome {
  const home = new LitHome();
  home.lamp("1", { brightnessPercent: 40, colour: red });
  home.lamp("2", { on: false });
  save(home, "1");
  return home;
}

const lampsNow = ({ gateway: { home } }: LitHome): readonly SavedLamp[] =>
  reachableLightsIn(home, home.rooms.get(lounge.id)).map(savedLamp);

function save(home: LitHome, digit: string): void {
  const lamps = lampsNow(home);
  home.scene(digit, { lamps, colours: sampleOf(lamps), active: true });
}

const deviceId = (digit: string): DeviceId => idAt<DeviceId>(digit);
const sceneId = (digit: string): SceneId => idAt<SceneId>(digit);

describe("a scene that saved its lamps", () => {
  test("ends what is remembered of how its room was dimmed", () => {
    const home = saved();
    home.lamp("3", { brightnessPercent: 80 });
    save(home, "2");
    home.make({ kind: "roomLightsChanged", roomId: lounge.id, state: { brightnessPercent: 10 } });
    expect(home.light("1")?.dimming).toBeDefined();
    home.activate("2");
    expect([home.light("1")?.dimming, home.light("3")?.dimming]).toEqual([undefined, undefined]);
  });

  test("gives each lamp its own state back, and only turns off what was off", () => {
    const home = saved();
    home.set("1", { on: false });
    home.set("2", { on: true, brightnessPercent: 7 });
    expect(home.active).toEqual([]);
    home.activate("1");
    expect(home.light("1")).toMatchObject({ on: true, brightnessPercent: 40, colour: red });
    expect(home.light("2")).toMatchObject({ on: false, brightnessPercent: 7 });
    expect(home.active).toEqual(["1"]);
  });

  test("leaves a lamp alone that came to the room later", () => {
    const home = saved();
    home.lamp("3", { brightnessPercent: 77 });
    home.activate("1");
    expect(home.light("3")).toMatchObject({ brightnessPercent: 77 });
    home.set("3", { on: false });
    expect(home.active).toEqual(["1"]);
  });

  test("leaves a lamp alone that is in another room, until it is back", () => {
    const home = saved();
    home.make({ kind: "deviceMoved", deviceId: deviceId("1"), roomId: study.id });
    home.set("1", { brightnessPercent: 9 });
    home.activate("1");
    expect(home.light("1")).toMatchObject({ brightnessPercent: 9 });
    home.make({ kind: "deviceMoved", deviceId: deviceId("1"), roomId: lounge.id });
    home.activate("1");
    expect(home.light("1")).toMatchObject({ brightnessPercent: 40 });
  });

  test("forgets a lamp that is removed", () => {
    const home = saved();
    home.make({ kind: "deviceLeft", deviceId: deviceId("1") });
    expect(home.gateway.home.scenes.get(sceneId("1"))?.lamps?.map(({ lightId }) => lightId)).toEqual([idAt("2")]);
  });

  test("forgets a lamp that its device no longer has", () => {
    const home = saved();
    const device = home.gateway.home.devices.get(deviceId("1")) ?? expect.fail("there is no lamp");
    home.make({ kind: "deviceDescribed", device: { ...device, lightIds: [] }, lights: [] });
    expect(home.gateway.home.scenes.get(sceneId("1"))?.lamps).toHaveLength(1);
  });

  test.each<readonly [what: string, digit: string, state: Partial<LightState>, active: readonly string[]]>([
    ["is dimmed by more than it may report", "1", { brightnessPercent: 42 }, []],
    ["takes another colour", "1", { colour: { mode: "white", kelvin: 4000 } }, []],
    ["is turned off", "1", { on: false }, []],
    ["that was off comes on", "2", { on: true }, []],
    ["reports its brightness rounded", "1", { brightnessPercent: 40.8 }, ["1"]],
    ["reports its colour a little off", "1", { colour: { mode: "xy", point: { x: 0.642, y: 0.328 } } }, ["1"]],
    ["that is off is dimmed", "2", { brightnessPercent: 3 }, ["1"]],
  ])("when a lamp %s is over or not", (_what, digit, state, active) => {
    const home = saved();
    home.set(digit, state);
    expect(home.active).toEqual(active);
  });

  test("is over when a lamp can be reached again and shows something else", () => {
    const home = saved();
    const reached = (online: boolean) => home.make({ kind: "deviceReached", deviceId: deviceId("2"), online });
    reached(false);
    reached(true);
    expect(home.active).toEqual(["1"]);
    reached(false);
    home.set("1", { brightnessPercent: 90 });
    home.set("2", { on: true });
    home.activate("1");
    expect(home.active).toEqual(["1"]);
    reached(true);
    expect(home.active).toEqual([]);
  });

  test("is saved again as its lamps are now, and is the active one then", () => {
    const home = saved();
    home.scene("2", { colours: [0x00ff00] });
    home.activate("2");
    const lamps = lampsNow(home);
    home.make({ kind: "sceneSaved", sceneId: sceneId("1"), lamps, colours: sampleOf(lamps) });
    expect(home.active).toEqual(["1"]);
    expect(home.gateway.home.scenes.get(sceneId("1"))).toMatchObject({ lamps, colours: sampleOf(lamps) });
  });

  test.each<readonly [what: string, lamps: readonly SavedLamp[]]>([
    ["that does not exist", [{ lightId: idAt("9"), on: true, brightnessPercent: 1, colour: red }]],
    ["twice", ["1", "1"].map((digit) => ({ lightId: idAt(digit), on: true, brightnessPercent: 1, colour: red }))],
    ["that is dimmed to nothing known", [{ lightId: idAt("1"), on: true, brightnessPercent: NaN, colour: red }]],
  ])("cannot save a lamp %s", (_what, lamps) => {
    const { home } = saved().gateway;
    expect(effectOf(home, { kind: "sceneSaved", sceneId: sceneId("1"), lamps, colours: [] })).toBe("not-allowed");
    const scene = aScene({ id: sceneId("2"), roomId: lounge.id, lamps });
    expect(effectOf(home, { kind: "sceneAdded", scene })).toBe("not-allowed");
  });
});

const someState = fc.record({
  digit: fc.constantFrom("1", "2", "3", "4"),
  state: lightState.filter(({ brightnessPercent: percent = 1 }) => Number.isFinite(percent)),
});

test("whatever happens to the lamps, activating a saved scene shows again what each that can be reached showed", () => {
  fc.assert(
    fc.property(
      fc.array(someState, { maxLength: 8 }),
      fc.array(someState, { maxLength: 8 }),
      fc.uniqueArray(fc.constantFrom("1", "2", "3", "4")),
      (before, after, away) => {
        const home = new LitHome();
        for (const [at, abilities] of KINDS.entries()) home.lamp(String(at + 1), { abilities });
        const apply = (states: typeof before) => {
          for (const { digit, state } of states) {
            home.make({ kind: "lightsChanged", deviceId: deviceId(digit), state });
          }
        };
        apply(before);
        save(home, "1");
        const scene = home.gateway.home.scenes.get(sceneId("1")) ?? expect.fail("there is no scene");
        apply(after);
        for (const digit of away) home.make({ kind: "deviceReached", deviceId: deviceId(digit), online: false });
        const left = new Map<string, unknown>(away.map((digit) => [digit, home.light(digit)]));
        home.activate("1");
        expect(home.active).toEqual(["1"]);
        for (const digit of ["1", "2", "3", "4"]) {
          const light = home.light(digit) ?? expect.fail("there is no lamp");
          if (left.has(digit)) expect(light).toBe(left.get(digit));
          else expect(shows(light, scene)).toBe(true);
        }
      },
    ),
  );
});

test("an active saved scene is shown by every lamp of it that can be reached", () => {
  const happening = fc.oneof(
    someState.map(({ digit, state }) => ({ kind: "lightsChanged", deviceId: deviceId(digit), state }) as const),
    fc.record({ digit: fc.constantFrom("1", "2", "3"), online: fc.boolean() }).map(({ digit, online }) => {
      return { kind: "deviceReached", deviceId: deviceId(digit), online } as const;
    }),
    fc.constant({ kind: "sceneActivated", sceneId: sceneId("1") } as const),
  );
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 20 }), (happenings) => {
      const home = new LitHome();
      for (const [at, abilities] of KINDS.entries()) home.lamp(String(at + 1), { abilities });
      save(home, "1");
      for (const change of happenings) {
        home.make(change);
        const scene = home.gateway.home.scenes.get(sceneId("1")) ?? expect.fail("there is no scene");
        const lights = reachableLightsIn(home.gateway.home, home.gateway.home.rooms.get(lounge.id));
        if (scene.active) expect(lights.filter((light) => !shows(light, scene))).toEqual([]);
      }
    }),
  );
});
