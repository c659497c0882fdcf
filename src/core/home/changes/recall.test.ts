import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UNASSIGNED, WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lampJoined, study } from "../../../../test/support/home/lit-home.ts";
import { xyFromRgb } from "../model/colour.ts";
import type { Ability, LightState } from "../model/light.ts";
import { effectOf } from "./effect.ts";
import { idOf } from "./replacement.ts";

const RED = 0xff0000;
const BLUE = 0x0000ff;
const WHITE: readonly Ability[] = ["onOff", "brightness", "colourTemperature"];

const SEGMENTED: readonly Ability[] = ["onOff", "brightness", "colour", "segments"];

/** A lamp in the lounge that shows the red and blue scene 1. */
function recalled(abilities: readonly Ability[] = ["onOff", "brightness", "colour"]): LitHome {
  const home = new LitHome();
  home.lamp("1", { abilities });
  home.scene("1", { colours: [RED, BLUE] });
  home.activate("1");
  return home;
}

const at = ({ x, y }: { x: number; y: number }): Partial<LightState> => ({ colour: { mode: "xy", point: { x, y } } });
const red = xyFromRgb(RED);

describe("a scene stays active", () => {
  test.each<readonly [what: string, state: Partial<LightState>]>([
    ["is dimmed", { brightnessPercent: 1 }],
    [
      "learns what to do when its power returns",
      { powerOn: { mode: "on", on: "memory", brightness: "memory", colour: "memory" } },
    ],
    ["says again what it shows", { on: true, ...at(red) }],
    ["reports its colour a little off", at({ x: red.x - 0.014, y: red.y + 0.014 })],
    ["reports its colour in other words", { colour: { mode: "hueSaturation", hueDegrees: 0, saturationPercent: 100 } }],
    ["takes another of the scene's colours", at(xyFromRgb(BLUE))],
  ])("when a lamp of it %s", (_what, state) => {
    const home = recalled();
    home.set("1", state);
    expect(home.active).toEqual(["1"]);
  });

  test("when a lamp that does not show it is only dimmed", () => {
    const home = new LitHome();
    home.lamp("1", { on: false });
    home.scene("1", { active: true });
    home.set("1", { brightnessPercent: 3 });
    expect(home.active).toEqual(["1"]);
  });

  test("when a white lamp's temperature is at most 10 mired off", () => {
    const home = recalled(WHITE);
    home.set("1", { colour: { mode: "white", kelvin: 2040 } });
    expect(home.active).toEqual(["1"]);
  });

  test("when a lamp of another room, or one that nobody admitted, changes", () => {
    const home = recalled();
    home.lamp("2", { room: study });
    home.scene("2", { roomId: WHOLE_HOUSE, active: true });
    home.scene("3", { roomId: UNASSIGNED, active: true });
    home.make(lampJoined("3", {}, { admitted: false }));
    home.set("3", { on: false });
    expect(home.active).toEqual(["1", "2", "3"]);
    home.set("2", { on: false });
    expect(home.active).toEqual(["1", "3"]);
  });
});

test("a scene of one colour stays active when a lamp with segments says so in one word", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: SEGMENTED });
  home.scene("1", { colours: [RED, RED] });
  home.activate("1");
  home.set("1", at(red));
  expect(home.active).toEqual(["1"]);
});

describe("a scene is over", () => {
  test.each<readonly [what: string, state: Partial<LightState>]>([
    ["is turned off", { on: false }],
    ["takes a colour that is none of the scene's", at({ x: 0.3, y: 0.6 })],
    ["is off by more than a report may be", at({ x: red.x - 0.015, y: red.y + 0.015 })],
    ["turns white", { colour: { mode: "white", kelvin: 4000 } }],
    [
      "shows another colour in one of its segments",
      { colour: { mode: "segments", points: [red, { x: 0.3, y: 0.6 }] } },
    ],
  ])("when a lamp of it %s", (_what, state) => {
    const home = recalled();
    home.set("1", state);
    expect(home.active).toEqual([]);
  });

  test.each<readonly [what: string, state: Partial<LightState>]>([
    ["becomes one of the scene's colours", at(red)],
    ["becomes one of the scene's colours in all segments", { colour: { mode: "segments", points: [red, red] } }],
    ["becomes white", { colour: { mode: "white", kelvin: 4000 } }],
    ["shows one colour more", { colour: { mode: "segments", points: [red, xyFromRgb(BLUE), { x: 0.3, y: 0.6 }] } }],
  ])("when a lamp with segments %s", (_what, state) => {
    const home = recalled(SEGMENTED);
    expect(home.active).toEqual(["1"]);
    home.set("1", state);
    expect(home.active).toEqual([]);
  });

  test("when a white lamp takes another temperature", () => {
    const home = recalled(WHITE);
    home.set("1", { colour: { mode: "white", kelvin: 2100 } });
    expect(home.active).toEqual([]);
  });

  test("when it gets other colours, and not when it gets another name", () => {
    const home = recalled();
    home.make({ kind: "sceneChanged", sceneId: idAt("1"), scene: { name: "Two", colours: [RED, BLUE] } });
    expect(home.active).toEqual(["1"]);
    home.make({ kind: "sceneChanged", sceneId: idAt("1"), scene: { colours: [BLUE, RED] } });
    expect(home.active).toEqual([]);
  });
});

test("a room's scene ends that of the whole house when its lamps no longer show it, and the other way round", () => {
  const home = recalled();
  home.scene("2", { roomId: WHOLE_HOUSE, colours: [0x00ff00] });
  home.activate("2");
  expect(home.active).toEqual(["2"]);
  home.activate("1");
  expect(home.active).toEqual(["1"]);
});

test("a scene that several lamps leave at once is over once", () => {
  const home = recalled();
  home.lamp("2");
  home.scene("2", { roomId: WHOLE_HOUSE, colours: [0x00ff00] });
  const effect = effectOf(home.gateway.home, { kind: "sceneActivated", sceneId: idAt("2") });
  const touched = typeof effect === "string" ? effect : effect.map((one) => [one.in, idOf(one)]);
  expect(touched).toEqual([
    ["lights", idAt("1")],
    ["lights", idAt("2")],
    ["scenes", idAt("1")],
    ["scenes", idAt("2")],
  ]);
});

test("scenes of a room and of the whole house that want the same are both active", () => {
  const home = recalled();
  home.scene("2", { roomId: WHOLE_HOUSE, colours: [RED] });
  home.activate("2");
  expect(home.active).toEqual(["1", "2"]);
});

test("a lamp in no room is part of the scenes of the unassigned room", () => {
  const home = new LitHome();
  home.lamp("1", { room: null });
  home.scene("1", { roomId: UNASSIGNED, colours: [RED] });
  home.activate("1");
  expect(home.light("1")).toMatchObject({ on: true, colour: { mode: "xy", point: red } });
  home.set("1", { on: false });
  expect(home.active).toEqual([]);
});

test("whatever its colours, a scene that was recalled stays active when its lamps report just what they were given", () => {
  const rgb = fc.integer({ min: 0, max: 0xffffff });
  const kinds: readonly (readonly Ability[])[] = [
    ["onOff"],
    WHITE,
    ["onOff", "colour"],
    ["onOff", "colour", "segments"],
  ];
  fc.assert(
    fc.property(fc.array(rgb, { maxLength: 5 }), fc.constantFrom(...kinds), (colours, abilities) => {
      const home = new LitHome();
      home.lamp("1", { abilities });
      home.scene("1", { colours });
      home.activate("1");
      const { on = false, colour } = home.light("1") ?? {};
      home.set("1", { on: false });
      home.scene("2", { colours, active: true });
      home.set("1", { on, ...(colour && { colour }) });
      expect(home.active).toEqual(["2"]);
    }),
  );
});
