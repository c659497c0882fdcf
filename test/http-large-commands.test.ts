import { expect, onTestFinished, test } from "vitest";
import type { Clock } from "../src/shared/clock.ts";
import { SYSTEM_CLOCK } from "../src/shared/system-clock.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { runGateway, type TestGateway } from "./support/gateway/running-gateway.ts";
import { manyLamps } from "./support/home/many-lamps.ts";

const LAMPS = 3_000;

/**
 * A clock on which each look takes its time, so that slices end after as many steps on any machine. Its time is not ours, so
 * nobody waits for long by it.
 */
function steppingClock(): Clock {
  let nowMillis = 0;
  const now = () => {
    nowMillis += 0.02;
    return nowMillis;
  };
  return { now, after: (millis, action) => SYSTEM_CLOCK.after(Math.min(millis, 1), action) };
}

async function largeGateway(): Promise<TestGateway> {
  const gateway = await runGateway({ contents: manyLamps([LAMPS]), clock: steppingClock() });
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** Counts turns of the event loop: in each of them others are served. */
function countTurns(): () => number {
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  onTestFinished(() => clearImmediate(next));
  return () => turns;
}

test("G77: a command for thousands of lights is carried out over many turns of the event loop, and read whole", async () => {
  const gateway = await largeGateway();
  const client = await PairedClient.of(gateway);
  const group = gateway.gateway.home.wholeHouse?.groupLightId;
  const brightnesses = new Set<number>();
  const look = () => brightnesses.add(new Set(gateway.gateway.home.lights.all().map((l) => l.brightnessPercent)).size);
  const looking = setInterval(look, 1);
  const turns = countTurns();
  const { json } = await client.put(`group_light/${group}`, { on: 1, brightness: 77 });
  clearInterval(looking);
  expect(json.code).toBe(0);
  expect(turns()).toBeGreaterThan(40);
  look();
  expect(brightnesses).toEqual(new Set([1]));
});

test("G77: however many commands for one group arrive at once, each is answered, and few changes are made", async () => {
  const gateway = await largeGateway();
  const client = await PairedClient.of(gateway);
  const group = gateway.gateway.home.wholeHouse?.groupLightId;
  let changes = 0;
  gateway.gateway.watch(({ command }) => {
    if (command) changes += 1;
  });
  const asked = Array.from({ length: 100 }, (_, at) => client.put(`group_light/${group}`, { brightness: 1 + at }));
  const codes = (await Promise.all(asked)).map(({ json }) => json.code);
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(changes).toBeLessThan(10);
  const shown = gateway.gateway.home.lights.all().map(({ brightnessPercent }) => brightnessPercent);
  expect(new Set(shown).size).toBe(1);
});
