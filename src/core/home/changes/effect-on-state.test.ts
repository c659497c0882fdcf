import { describe, expect, test } from "vitest";
import { aDevice, aLight, aRoom, aScene, aSyncBox } from "../../../../test/support/home/builders.ts";
import { emptyGateway } from "../../../../test/support/home/empty-gateway.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { type DeviceId, type Id, idFrom, type LightId } from "../model/ids.ts";
import type { Change, ChangeOf } from "./change.ts";
import { effectOf } from "./effect.ts";

const id = <SomeId extends Id<string>>(digit: string): SomeId =>
  idFrom(`${digit.repeat(8)}-0000-4000-8000-000000000000`);

const lounge = aRoom({ id: id("a") });
const study = aRoom({ id: id("b") });
const COLOURED = "11111111-0000-4000-8000-000000000000";
const WHITE = "22222222-0000-4000-8000-000000000000";
const LATE = "33333333-0000-4000-8000-000000000000";

const lampJoined = (lampId: string, fields: Parameters<typeof aLight>[0] = {}): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: idFrom(lampId), lightIds: [idFrom(lampId)] }),
  lights: [aLight({ ...fields, id: idFrom(lampId), deviceId: idFrom(lampId) })],
  syncBox: null,
});

const boxJoined = (digit: string, fields: Parameters<typeof aSyncBox>[0]): Change => ({
  kind: "deviceJoined",
  device: aDevice({ id: id(digit), lightIds: [], syncBoxId: id(digit) }),
  lights: [],
  syncBox: aSyncBox({ ...fields, id: id(digit), deviceId: id(digit) }),
});

/** A colour lamp and a white one in the lounge, a box that drives the lounge, and what happens then. */
function afterwards(...changes: readonly Change[]) {
  const gateway = emptyGateway();
  const all: readonly Change[] = [
    { kind: "roomAdded", room: lounge },
    { kind: "roomAdded", room: study },
    lampJoined(COLOURED),
    lampJoined(WHITE, { abilities: ["onOff", "brightness", "colourTemperature"] }),
    { kind: "deviceMoved", deviceId: idFrom(COLOURED), roomId: lounge.id },
    { kind: "deviceMoved", deviceId: idFrom(WHITE), roomId: lounge.id },
    boxJoined("7", { on: true, areaId: lounge.id }),
    ...changes,
  ];
  expect(all.map((change) => gateway.submit(change))).toEqual(all.map(() => "done"));
  return gateway;
}

const drivenIn = ({ home }: Gateway): readonly string[] =>
  home.lights
    .all()
    .filter((light) => light.drivenBySyncBox)
    .map((light) => light.id);

const drivenAfter = (...changes: readonly Change[]): readonly string[] => drivenIn(afterwards(...changes));

test("a sync box that joins while it is on drives the colour lamps of its area, and no white ones", () => {
  expect(drivenAfter()).toEqual([COLOURED]);
});

test.each<readonly [what: string, change: Change]>([
  ["the box is turned off", { kind: "syncBoxChanged", syncBoxId: id("7"), state: { on: false } }],
  ["the box is given no area", { kind: "syncBoxChanged", syncBoxId: id("7"), state: { areaId: null } }],
  ["the box is given another area", { kind: "syncBoxChanged", syncBoxId: id("7"), state: { areaId: study.id } }],
  ["the box leaves", { kind: "deviceLeft", deviceId: id("7") }],
  ["the lamp is put in another room", { kind: "deviceMoved", deviceId: id("1"), roomId: study.id }],
  ["the lamp is put in no room", { kind: "deviceMoved", deviceId: id("1"), roomId: null }],
  ["the room is removed", { kind: "roomRemoved", roomId: lounge.id }],
  ["the lamp leaves", { kind: "deviceLeft", deviceId: id("1") }],
])("no lamp is driven any more once %s", (_what, change) => {
  expect(drivenAfter(change)).toEqual([]);
});

test("a lamp is driven from when it is put in the area of a box that is on", () => {
  expect(drivenAfter(lampJoined(LATE))).not.toContain(LATE);
  const moved: Change = { kind: "deviceMoved", deviceId: idFrom(LATE), roomId: lounge.id };
  expect(drivenAfter(lampJoined(LATE), moved)).toContain(LATE);
});

test("a box drives its new area from when it is given it", () => {
  const moved: Change = { kind: "deviceMoved", deviceId: id("1"), roomId: study.id };
  const given: Change = { kind: "syncBoxChanged", syncBoxId: id("7"), state: { areaId: study.id } };
  expect(drivenAfter(moved, given)).toEqual([COLOURED]);
  expect(drivenAfter(given, moved)).toEqual([COLOURED]);
});

test("a lamp in the area of two boxes is driven until both are off", () => {
  const second = boxJoined("8", { on: true, areaId: lounge.id });
  const firstOff: Change = { kind: "syncBoxChanged", syncBoxId: id("7"), state: { on: false } };
  const secondGone: Change = { kind: "deviceLeft", deviceId: id("8") };
  expect(drivenAfter(second, firstOff)).toEqual([COLOURED]);
  expect(drivenAfter(second, secondGone)).toEqual([COLOURED]);
  expect(drivenAfter(second, firstOff, secondGone)).toEqual([]);
});

test("a device whose sync box drives its own lamp takes each of its parts along once", () => {
  const { home } = afterwards(
    {
      kind: "deviceJoined",
      device: aDevice({ id: id("9"), lightIds: [id("9")], syncBoxId: id("9") }),
      lights: [aLight({ id: id("9"), deviceId: id("9") })],
      syncBox: aSyncBox({ id: id("9"), deviceId: id("9"), on: true, areaId: study.id }),
    },
    { kind: "deviceMoved", deviceId: id("9"), roomId: study.id },
  );
  expect(home.lights.get(id("9"))?.drivenBySyncBox).toBe(true);
  const effect = effectOf(home, { kind: "deviceLeft", deviceId: id("9") });
  expect(Array.isArray(effect) && effect.map((each) => each.in)).toEqual(["syncBoxes", "lights", "rooms", "devices"]);
});

test("removing a room leaves its sync box without an area", () => {
  const { home } = afterwards({ kind: "roomRemoved", roomId: lounge.id });
  expect(home.syncBoxes.get(id("7"))).toMatchObject({ on: true, areaId: null });
});

test("a lamp that joins is not driven, whatever it says of itself", () => {
  const gateway = afterwards();
  gateway.submit(lampJoined(LATE, { drivenBySyncBox: true }));
  expect(drivenIn(gateway)).toEqual([COLOURED]);
});

test("whether a box drives a lamp is nothing that the lamp can report", () => {
  type Reported = ChangeOf<"lightChanged">["state"];
  const isReported: "drivenBySyncBox" extends keyof Reported ? true : false = false;
  expect(isReported).toBe(false);
});

const boxSet = (state: ChangeOf<"syncBoxChanged">["state"], digit = "7"): Change => {
  return { kind: "syncBoxChanged", syncBoxId: id(digit), state };
};
const turnsLightsOff = boxSet({ stopAction: "lightsOff" });
const boxOff = boxSet({ on: false });
const onIn = ({ home }: Gateway): readonly string[] =>
  home.lights
    .all()
    .filter(({ on }) => on)
    .map((light) => light.id);
const onAfter = (...changes: readonly Change[]): readonly string[] => onIn(afterwards(...changes));

describe("a sync box that is turned off", () => {
  test("leaves the lamps as they are when its stop action is to keep them", () => {
    expect(onAfter(boxOff)).toEqual([COLOURED, WHITE]);
  });

  test("turns off the lamps that it drove, and no other, when that is its stop action", () => {
    expect(onAfter(turnsLightsOff, boxOff)).toEqual([WHITE]);
    expect(drivenAfter(turnsLightsOff, boxOff)).toEqual([]);
    expect(onAfter(boxSet({ stopAction: "lightsOff", on: false }))).toEqual([WHITE]);
    expect(onAfter(turnsLightsOff, boxSet({ stopAction: "keep", on: false }))).toEqual([COLOURED, WHITE]);
  });

  test("leaves the lamps on that another box drives, until that one is turned off as well", () => {
    const second = boxJoined("8", { on: true, areaId: lounge.id, stopAction: "lightsOff" });
    expect(onAfter(turnsLightsOff, second, boxOff)).toEqual([COLOURED, WHITE]);
    expect(onAfter(turnsLightsOff, second, boxOff, boxSet({ on: false }, "8"))).toEqual([WHITE]);
  });

  test("turns off the lamps that it drove when it is given another area in the same breath", () => {
    const elsewhere: readonly Change[] = [
      lampJoined(LATE),
      { kind: "deviceMoved", deviceId: idFrom(LATE), roomId: study.id },
    ];
    expect(onAfter(...elsewhere, turnsLightsOff, boxSet({ on: false, areaId: study.id }))).toEqual([WHITE, LATE]);
  });

  test("ends the scenes that the lamps were part of, and tells of each lamp and each scene once", () => {
    const scene = aScene({ id: id("5"), roomId: lounge.id, active: true });
    const gateway = afterwards(lampJoined(LATE), turnsLightsOff, { kind: "sceneAdded", scene });
    gateway.submit({ kind: "deviceMoved", deviceId: idFrom(LATE), roomId: lounge.id });
    const effect = effectOf(gateway.home, boxOff);
    expect(Array.isArray(effect) && effect.map((each) => each.in)).toEqual(["syncBoxes", "lights", "lights", "scenes"]);
    gateway.submit(boxOff);
    expect(gateway.home.scenes.get(scene.id)?.active).toBe(false);
  });

  test("is turned off once: lamps that are turned on after that stay on, whatever it says", () => {
    const lampOn: Change = { kind: "lightChanged", lightId: idFrom(COLOURED), state: { on: true } };
    expect(onAfter(turnsLightsOff, boxOff, lampOn, boxOff)).toEqual([COLOURED, WHITE]);
  });

  test.each<readonly [what: string, change: Change]>([
    ["leaves", { kind: "deviceLeft", deviceId: id("7") }],
    ["is given no area", boxSet({ areaId: null })],
    ["loses its area with the room", { kind: "roomRemoved", roomId: lounge.id }],
    ["never was on", { kind: "syncBoxChanged", syncBoxId: id("7"), state: { on: false }, isCorrection: true }],
  ])("is not one that %s: its lamps burn on", (_what, change) => {
    expect(onAfter(turnsLightsOff, change)).toEqual([COLOURED, WHITE]);
  });

  test("of which a command is put back to a room that was removed since, is put back without an area", () => {
    const { home } = afterwards(
      boxSet({ on: false, areaId: study.id }),
      { kind: "roomRemoved", roomId: lounge.id },
      { kind: "syncBoxChanged", syncBoxId: id("7"), state: { on: true, areaId: lounge.id }, isCorrection: true },
    );
    expect(home.syncBoxes.get(id("7"))).toMatchObject({ on: true, areaId: null });
  });
});

describe("all lamps of a device", () => {
  const PAIR = { deviceId: id<DeviceId>("4"), lightIds: [id<LightId>("4"), id<LightId>("5")] };
  const pairJoined: ChangeOf<"deviceJoined"> = {
    kind: "deviceJoined",
    device: aDevice({ id: PAIR.deviceId, lightIds: PAIR.lightIds }),
    lights: [
      aLight({ id: id("4"), deviceId: PAIR.deviceId, on: true, brightnessPercent: 10 }),
      aLight({ id: id("5"), deviceId: PAIR.deviceId, on: false, brightnessPercent: 20 }),
    ],
    syncBox: null,
  };
  const pairSet = (state: ChangeOf<"lightsChanged">["state"]): Change => {
    return { kind: "lightsChanged", deviceId: PAIR.deviceId, state };
  };

  test("become the same in one piece, in what was asked for and in nothing else", () => {
    const { home } = afterwards(pairJoined, pairSet({ on: true, colour: { mode: "white", kelvin: 4000 } }));
    const white = { on: true, colour: { mode: "white", kelvin: 4000 } };
    expect(PAIR.lightIds.map((lightId) => home.lights.get(lightId))).toMatchObject([
      { ...white, brightnessPercent: 10 },
      { ...white, brightnessPercent: 20 },
    ]);
    expect(home.lights.get(idFrom(COLOURED))).toMatchObject({ colour: { kelvin: 2700 } });
  });

  test("do what they can of it: one without an ability is spared what needs the ability", () => {
    const pair = {
      ...pairJoined,
      lights: pairJoined.lights.map((light, at) => ({ ...light, abilities: at ? [] : light.abilities })),
    };
    const { home } = afterwards(
      pair,
      pairSet({ on: true, brightnessPercent: 30, colour: { mode: "white", kelvin: 4000 } }),
    );
    expect(PAIR.lightIds.map((lightId) => home.lights.get(lightId))).toMatchObject([
      { on: true, brightnessPercent: 30, colour: { kelvin: 4000 } },
      { on: true, brightnessPercent: 20, colour: { kelvin: 2700 } },
    ]);
  });

  test("are replaced only where they become others, and a scene that they were part of ends once", () => {
    const { home } = afterwards(
      pairJoined,
      { kind: "deviceMoved", deviceId: PAIR.deviceId, roomId: study.id },
      { kind: "sceneAdded", scene: aScene({ id: id("6"), roomId: study.id, active: true }) },
    );
    const kinds = (change: Change) => {
      const effect = effectOf(home, change);
      return Array.isArray(effect) && effect.map((each) => each.in);
    };
    expect(kinds(pairSet({ on: false }))).toEqual(["lights", "scenes"]);
    expect(kinds(pairSet({ colour: { mode: "white", kelvin: 6500 } }))).toEqual(["lights", "lights", "scenes"]);
    expect(kinds(pairSet({ brightnessPercent: 10 }))).toEqual(["lights"]);
    expect(kinds(pairSet({}))).toEqual([]);
    expect(kinds(pairSet({ brightnessPercent: Number.NaN }))).toEqual([]);
  });

  test("of a device that is not there are not found, and one without lamps has none that could change", () => {
    const { home } = afterwards();
    expect(effectOf(home, pairSet({ on: false }))).toBe("not-found");
    expect(effectOf(home, { kind: "lightsChanged", deviceId: id("7"), state: { on: false } })).toEqual([]);
  });
});
