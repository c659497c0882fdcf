import { expect, test } from "vitest";
import { Simulation } from "../../../../test/support/gateway/simulation.ts";
import type { RandomFaults } from "./happening.ts";
import { seededRandom } from "./seeded-random.ts";

const NO_FAULTS: RandomFaults = { seed: 7, losePercent: 0, dropPercent: 0, latencyMillis: null, speed: 1 };

function stormy(faults: Partial<RandomFaults>): Simulation {
  const simulation = new Simulation();
  simulation.backend.happen({ kind: "online", deviceId: simulation.id("Bedside right") });
  simulation.settle();
  simulation.reports.length = 0;
  simulation.backend.happen({ kind: "random", ...NO_FAULTS, ...faults });
  return simulation;
}

/** Which of a hundred commands came through, and when. */
function afterHundredCommands(simulation: Simulation, pauseMillis: number) {
  for (let number = 1; number <= 100; number += 1) {
    simulation.commandLight("Reading lamp", { brightnessPercent: number });
    simulation.clock.advance(pauseMillis);
  }
  simulation.settle();
  return simulation.reports;
}

test("a share of the commands is lost, the same ones for the same seed, however fast they come", () => {
  const states = (seed: number, pauseMillis: number) =>
    afterHundredCommands(stormy({ seed, losePercent: 25 }), pauseMillis).map(({ change }) => change);
  const first = states(7, 100);
  expect(first.length).toBeGreaterThan(60);
  expect(first.length).toBeLessThan(90);
  expect(states(7, 3)).toEqual(first);
  expect(states(8, 100)).not.toEqual(first);
});

test("commands that a device out of reach did not get count as well", () => {
  const [one, other] = [stormy({ losePercent: 25 }), stormy({ losePercent: 25 })];
  const deviceId = other.id("Reading lamp");
  other.backend.happen({ kind: "offline", deviceId });
  afterHundredCommands(other, 10);
  other.backend.happen({ kind: "online", deviceId });
  other.settle();
  afterHundredCommands(one, 10);
  const [ones, others] = [one.reports.length, other.reports.length];
  const later = (simulation: Simulation, from: number) =>
    afterHundredCommands(simulation, 10)
      .slice(from)
      .map(({ change }) => change);
  expect(later(other, others)).toEqual(later(one, ones));
});

test("losing all or none loses all or none", () => {
  expect(afterHundredCommands(stormy({ losePercent: 100 }), 10)).toHaveLength(0);
  expect(afterHundredCommands(stormy({ losePercent: 0 }), 10)).toHaveLength(100);
});

test("latencies stay within their range", () => {
  const simulation = stormy({ latencyMillis: { from: 20, to: 400 } });
  const startMillis = simulation.clock.now();
  const delays = afterHundredCommands(simulation, 1_000).map(({ atMillis }, at) => atMillis - startMillis - at * 1_000);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...delays)).toBeLessThanOrEqual(400);
  expect(new Set(delays).size).toBeGreaterThan(50);
});

test("devices drop off for 10 to 120 seconds and come back, the gateway never", () => {
  const simulation = stormy({ dropPercent: 20 });
  simulation.clock.advance(60 * 60_000);
  const reached = simulation.reports.flatMap(({ change, atMillis }) =>
    change.kind === "deviceReached" ? [{ ...change, atMillis }] : [],
  );
  const drops = reached.filter(({ online, atMillis }) => !online && atMillis < 57 * 60_000);
  const seconds = drops.map(({ deviceId, atMillis }) => {
    const back = reached.find((report) => report.online && report.deviceId === deviceId && report.atMillis > atMillis);
    return ((back?.atMillis ?? Number.NaN) - atMillis) / 1_000;
  });
  expect(drops.length).toBeGreaterThan(50);
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(120);
  expect(drops.map(({ deviceId }) => deviceId)).not.toContain(simulation.id("Luxgate"));
});

test("when other faults begin, what dropped off is back", () => {
  const simulation = stormy({ dropPercent: 100 });
  simulation.clock.advance(60_000);
  expect(simulation.backend.activeFaults().length).toBeGreaterThan(5);
  simulation.backend.happen({ kind: "random", ...NO_FAULTS });
  expect(simulation.backend.activeFaults()).toEqual([{ kind: "random", ...NO_FAULTS }]);
});

test("the same seed drops the same devices at the same times, whatever is commanded", () => {
  const run = (isCommanded: boolean) => {
    const simulation = stormy({ dropPercent: 10, losePercent: 50 });
    if (isCommanded) afterHundredCommands(simulation, 0);
    else simulation.settle();
    simulation.clock.advance(30 * 60_000);
    return simulation.reports
      .filter(({ change }) => change.kind === "deviceReached")
      .map(({ change, atMillis }) => ({ change, atMillis }));
  };
  expect(run(true)).toEqual(run(false));
});

test("a device that somebody took offline stays so, even if it had dropped off before", () => {
  const simulation = stormy({ dropPercent: 100 });
  const deviceId = simulation.id("Porch");
  simulation.clock.advance(60_000);
  expect(simulation.plainHome.device("Porch").online).toBe(false);
  simulation.backend.happen({ kind: "offline", deviceId });
  simulation.clock.advance(10 * 60_000);
  expect(simulation.changes).not.toContainEqual({ kind: "deviceReached", deviceId, online: true });
});

test("a device that was forgotten while it was off does not come back", () => {
  const simulation = stormy({ dropPercent: 100 });
  const deviceId = simulation.id("Porch");
  simulation.clock.advance(60_000);
  simulation.remove("Porch");
  const before = simulation.reports.length;
  simulation.clock.advance(10 * 60_000);
  const later = simulation.reports.slice(before);
  expect(later.filter(({ change }) => "deviceId" in change && change.deviceId === deviceId)).toEqual([]);
  expect(later.filter(({ outcome }) => outcome !== "done")).toEqual([]);
});

test("its minutes pass as fast as they are told to", () => {
  const simulation = stormy({ dropPercent: 100, speed: 3_600 });
  simulation.clock.advance(17);
  expect(simulation.plainHome.device("Porch").online).toBe(false);
  simulation.clock.advance(34);
  expect(simulation.changes).toContainEqual({
    kind: "deviceReached",
    deviceId: simulation.id("Porch"),
    online: true,
  });
});

test("chance is the same for the same seed, and spread evenly", () => {
  const [one, same, other] = [seededRandom(1), seededRandom(1), seededRandom(2)];
  const drawn = Array.from({ length: 10_000 }, one);
  expect(Array.from({ length: 10_000 }, same)).toEqual(drawn);
  expect(Array.from({ length: 10_000 }, other)).not.toEqual(drawn);
  const tenths = Array.from({ length: 10 }, (_, tenth) => drawn.filter((share) => Math.floor(share * 10) === tenth));
  for (const tenth of tenths) expect(Math.abs(tenth.length - 1_000)).toBeLessThan(150);
});
