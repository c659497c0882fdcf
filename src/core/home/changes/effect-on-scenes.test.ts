import { expect, test } from "vitest";
import { WHOLE_HOUSE } from "../../../../test/support/home/founded-home.ts";
import { idAt, LitHome, lounge, study } from "../../../../test/support/home/lit-home.ts";
import { manyLamps } from "../../../../test/support/home/many-lamps.ts";
import { MutableHome } from "../home.ts";
import { kelvinFromXy, xyFromRgb } from "../model/colour.ts";
import type { Ability } from "../model/light.ts";
import { effectInSteps } from "./effect.ts";

const RED = 0xff0000;
const BLUE = 0x0000ff;
const CANDLE = 0xff9329;
const COLOURED: readonly Ability[] = ["onOff", "brightness", "colour"];
const WHITE: readonly Ability[] = ["onOff", "brightness", "colourTemperature"];
const DIMMABLE: readonly Ability[] = ["onOff", "brightness"];
const SEGMENTED: readonly Ability[] = [...COLOURED, "segments"];

const xy = (rgb: number) => ({ mode: "xy", point: xyFromRgb(rgb) });

test("a scene that is activated hands its colours to the room's lights in turn, and turns them on", () => {
  const home = new LitHome();
  for (const digit of ["1", "2", "3"]) home.lamp(digit, { abilities: COLOURED, on: false });
  home.scene("1", { colours: [RED, BLUE] });
  home.activate("1");
  expect(["1", "2", "3"].map((digit) => home.light(digit))).toMatchObject([
    { on: true, colour: xy(RED) },
    { on: true, colour: xy(BLUE) },
    { on: true, colour: xy(RED) },
  ]);
});

test("the lights take their turns in the order in which they were put in the room", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: COLOURED, room: null });
  home.lamp("2", { abilities: COLOURED });
  home.make({ kind: "deviceMoved", deviceId: idAt("1"), roomId: lounge.id });
  home.scene("1", { colours: [RED, BLUE] });
  home.activate("1");
  expect([home.light("2")?.colour, home.light("1")?.colour]).toEqual([xy(RED), xy(BLUE)]);
});

test("a segmented lamp takes all of a scene's colours", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: COLOURED });
  home.lamp("2", { abilities: SEGMENTED });
  home.scene("1", { colours: [RED, BLUE, CANDLE] });
  home.activate("1");
  const points = [RED, BLUE, CANDLE].map(xyFromRgb);
  expect(home.light("2")?.colour).toEqual({ mode: "segments", points });
});

test("a segmented lamp takes no more of a scene's colours than it has segments", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: SEGMENTED, segments: 2 });
  home.scene("1", { colours: [RED, BLUE, CANDLE] });
  home.activate("1");
  expect(home.light("1")?.colour).toEqual({ mode: "segments", points: [RED, BLUE].map(xyFromRgb) });
});

test("a white lamp takes the white that comes nearest to its colour", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: WHITE });
  home.lamp("2", { abilities: WHITE });
  home.scene("1", { colours: [CANDLE, BLUE] });
  home.activate("1");
  expect(home.light("1")?.colour).toEqual({ mode: "white", kelvin: kelvinFromXy(xyFromRgb(CANDLE)) });
  expect(home.light("2")?.colour).toEqual({ mode: "white", kelvin: 6500 });
});

test("a lamp that can only be dimmed is turned on and keeps its brightness", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: DIMMABLE, on: false, brightnessPercent: 7 });
  const before = home.light("1");
  home.scene("1", { colours: [RED] });
  home.activate("1");
  expect(home.light("1")).toEqual({ ...before, on: true });
});

test("a scene without colours only turns the lights on", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: SEGMENTED, on: false });
  const before = home.light("1");
  home.scene("1", { colours: [] });
  home.activate("1");
  expect(home.light("1")).toEqual({ ...before, on: true });
});

test("a lamp that cannot be reached is left alone, and takes no turn", () => {
  const home = new LitHome();
  for (const digit of ["1", "2"]) home.lamp(digit, { abilities: COLOURED });
  home.make({ kind: "deviceReached", deviceId: idAt("1"), online: false });
  const before = home.light("1");
  home.scene("1", { colours: [RED, BLUE] });
  home.activate("1");
  expect(home.light("1")).toBe(before);
  expect(home.light("2")?.colour).toEqual(xy(RED));
});

test("a scene leaves the lights of other rooms alone", () => {
  const home = new LitHome();
  home.lamp("1", { room: study });
  home.lamp("2", { room: null });
  const before = [home.light("1"), home.light("2")];
  home.scene("1");
  home.activate("1");
  expect([home.light("1"), home.light("2")]).toEqual(before);
});

test("a scene of the whole house reaches every lamp that was admitted, in whatever room", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: COLOURED });
  home.lamp("2", { abilities: COLOURED, room: null });
  home.scene("1", { roomId: WHOLE_HOUSE, colours: [BLUE] });
  home.activate("1");
  expect([home.light("1")?.colour, home.light("2")?.colour]).toEqual([xy(BLUE), xy(BLUE)]);
});

test("one scene of a room is active at the most", () => {
  const home = new LitHome();
  home.lamp("1");
  home.scene("1", { active: true });
  home.scene("2");
  home.scene("3", { roomId: study.id, active: true });
  home.activate("2");
  expect(home.active).toEqual(["2", "3"]);
  home.activate("1");
  expect(home.active).toEqual(["1", "3"]);
});

test("a scene that is active when it is added ends the one before it, and says nothing of the lights", () => {
  const home = new LitHome();
  home.lamp("1", { on: false });
  const before = home.light("1");
  home.scene("1", { active: true });
  home.scene("2", { active: true });
  expect(home.active).toEqual(["2"]);
  expect(home.light("1")).toBe(before);
});

test("a scene that is active and activated again is recalled again", () => {
  const home = new LitHome();
  home.lamp("1", { abilities: COLOURED });
  home.scene("1", { active: true, colours: [RED] });
  home.activate("1");
  expect(home.light("1")?.colour).toEqual(xy(RED));
});

test("which scenes a command for many lights ends is found out a light at a time", () => {
  const data = manyLamps([200]);
  const home = new MutableHome(data);
  const roomId = data.rooms.find(({ kind }) => kind === "wholeHouse")?.id;
  if (roomId === undefined) throw new Error("a home has a whole house");
  const steps = effectInSteps(home, { kind: "roomLightsChanged", roomId, state: { brightnessPercent: 7, on: true } });
  let taken = 0;
  while (!steps.next().done) taken += 1;
  expect(taken).toBeGreaterThanOrEqual(400);
});
