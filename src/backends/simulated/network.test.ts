import { expect, test } from "vitest";
import { lampLightId, manyLamps } from "../../../test/support/home/many-lamps.ts";
import { MutableHome } from "../../home/home.ts";
import { allAtOnce } from "../../shared/steps.ts";
import { startSimulatedBackend } from "./start.ts";

const LAMPS = 400;

test("lamps that are commanded together report a few at a time, in their order, and others are served between", () => {
  let nowMillis = 0;
  const due: { readonly atMillis: number; readonly act: () => void }[] = [];
  const clock = {
    now: () => nowMillis,
    after: (millis: number, act: () => void) => {
      due.push({ atMillis: nowMillis + millis, act });
      return () => undefined;
    },
  };
  const reported: string[] = [];
  const report = (change: object) => {
    nowMillis += 0.25;
    reported.push("lightId" in change ? String(change.lightId) : "");
  };
  const home = new MutableHome(manyLamps([LAMPS]));
  const backend = startSimulatedBackend({ home, clock, report, batch: (reportAll) => reportAll() });
  const lights = home.lights.all();
  allAtOnce(backend.setLights(lights.map((light) => ({ light, desired: { brightnessPercent: 7 } }))));
  const slices: number[] = [];
  while (due.length > 0) {
    const before = reported.length;
    nowMillis = Math.max(nowMillis, Math.min(...due.map(({ atMillis }) => atMillis)));
    const dueNow = due.filter(({ atMillis }) => atMillis <= nowMillis);
    due.splice(0, due.length, ...due.filter((timer) => !dueNow.includes(timer)));
    for (const { act } of dueNow) act();
    if (reported.length > before) slices.push(reported.length - before);
  }
  expect(Math.max(...slices)).toBeLessThanOrEqual(4);
  expect(reported).toEqual(lights.map(({ id }) => id));
  expect(reported[0]).toBe(lampLightId(1));
  expect(nowMillis).toBeGreaterThanOrEqual(LAMPS * 0.25 * 4 - 4);
});
