import { expect, test } from "vitest";
import { FURNISHED } from "../../../test/support/home/furnished-home.ts";
import { interned } from "./intern.ts";

/** As it would come out of a file. */
const read = () => structuredClone(FURNISHED);

test("a home whose parts are shared is the same home", () => {
  expect(interned(read())).toEqual(FURNISHED);
});

test("parts that are equal become one, and others stay apart", () => {
  const [first, second] = [read(), read()];
  const [before] = first.lights;
  const [after] = second.lights;
  expect(before?.powerOn).not.toBe(after?.powerOn);
  const other = second.lights.map((light) => ({ ...light, powerOn: { ...light.powerOn, mode: "off" as const } }));
  const { devices, lights } = interned({
    ...first,
    devices: [...first.devices, ...second.devices],
    lights: [...first.lights, ...second.lights, ...other],
  });
  const [one, twin, apart] = [0, 1, 2].map((turn) => lights[turn * first.lights.length]);
  expect(twin).toEqual(one);
  expect(twin?.powerOn).toBe(one?.powerOn);
  expect(twin?.abilities).toBe(one?.abilities);
  expect(apart?.powerOn).toEqual({ ...one?.powerOn, mode: "off" });
  expect(devices[first.devices.length]?.product).toBe(devices[0]?.product);
});
