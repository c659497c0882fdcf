import { expect, test } from "vitest";
import { PlainHome } from "../../../../test/support/home/plain-home.ts";
import { changeFor } from "./change-for.ts";

const { home } = PlainHome.demo();
const idOf = (name: string): string => {
  const part = [...home.lights.all(), ...home.syncBoxes.all()].find((one) => one.name === name);
  return part?.id ?? "";
};

test("all that one command of an ecosystem sets is one change of the lamp", () => {
  const colour = { mode: "white", kelvin: 2500 } as const;
  const desired = { on: true, brightnessPercent: 40, colour };
  expect(changeFor(home, { id: idOf("Ceiling"), desired, fadeMillis: 2_000 })).toEqual({
    kind: "lightChanged",
    lightId: idOf("Ceiling"),
    state: desired,
    fadeMillis: 2_000,
  });
});

test("a lamp is asked only for what it is able to do", () => {
  const colour = { mode: "xy", point: { x: 0.64, y: 0.33 } } as const;
  expect(changeFor(home, { id: idOf("Bedside left"), desired: { on: false, colour } })).toMatchObject({
    state: { on: false },
  });
  expect(changeFor(home, { id: idOf("Ceiling"), desired: { colour } })).toMatchObject({
    state: { colour: { mode: "white" } },
  });
});

test("a sync box is switched, and a lamp that is gone is asked for nothing", () => {
  expect(changeFor(home, { id: idOf("Sync box"), desired: { on: false } })).toMatchObject({
    kind: "syncBoxChanged",
    state: { on: false },
  });
  expect(changeFor(home, { id: "gone", desired: { on: false } })).toBeUndefined();
});
