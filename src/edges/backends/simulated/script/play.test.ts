import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Simulation } from "../../../../../test/support/gateway/simulation.ts";
import { readScript } from "./read.ts";
import type { Script } from "./script.ts";

function scriptFor(simulation: Simulation, text: string): Script {
  const read = readScript(text, simulation.plainHome.home);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return read.script;
}

const MORNING = `
- {at: "06:00", switch: Porch, to: off}
- {at: "07:00", switch: Porch, to: on}
- {at: "07:30", offline: Porch}
`;

/** The morning, being played at some speed, and what was heard of it. */
function options(speed?: number) {
  const simulation = new Simulation();
  const heard: string[] = [];
  const startMillis = simulation.clock.now();
  const stop = simulation.backend.play(scriptFor(simulation, MORNING), {
    ...(speed === undefined ? {} : { speed }),
    onStep: ({ at }, outcome) => heard.push(`${simulation.clock.now() - startMillis} ${at} ${outcome}`),
    onEnd: () => heard.push("end"),
  });
  return { simulation, heard, stop };
}

test("it begins with its first step and plays an hour in a second", () => {
  const { simulation, heard } = options();
  simulation.clock.advance(1_400);
  expect(heard).toEqual(["0 06:00 done", "1000 07:00 done"]);
  expect(simulation.plainHome.light("Porch").on).toBe(true);
  simulation.clock.advance(100);
  expect(heard.slice(2)).toEqual(["1500 07:30 done", "end"]);
  expect(simulation.plainHome.device("Porch").online).toBe(false);
});

test("it plays as fast as it is told to", () => {
  const { simulation, heard } = options(60);
  simulation.clock.advance(90_000);
  expect(heard).toEqual(["0 06:00 done", "60000 07:00 done", "90000 07:30 done", "end"]);
});

test("stopped, it does nothing more and leaves no alarm", () => {
  const { simulation, heard, stop } = options();
  simulation.clock.advance(500);
  stop();
  expect(simulation.clock.pendingAlarms).toBe(0);
  simulation.clock.advance(10_000);
  expect(heard).toEqual(["0 06:00 done"]);
});

test("it ends with the back end", async () => {
  const { simulation, heard } = options();
  await simulation.backend.stop();
  simulation.clock.advance(10_000);
  expect(heard).toEqual([]);
});

test("a device that is gone by then is told as not found, and the day goes on", () => {
  const { simulation, heard } = options();
  simulation.clock.advance(500);
  simulation.remove("Porch");
  simulation.clock.advance(1_000);
  expect(heard).toEqual(["0 06:00 done", "1000 07:00 not-found", "1500 07:30 not-found", "end"]);
});

test("without anybody who listens it happens all the same", () => {
  const simulation = new Simulation();
  simulation.backend.play(scriptFor(simulation, MORNING));
  simulation.clock.advance(10);
  expect(simulation.plainHome.light("Porch").on).toBe(false);
});

test("chance strikes in the minutes of the script", () => {
  const simulation = new Simulation();
  simulation.backend.play(scriptFor(simulation, '- {at: "06:00", random: {seed: 1, drop: 100}}\n'));
  simulation.clock.advance(20);
  expect(simulation.plainHome.device("Porch").online).toBe(false);
});

test("the day of the demo home plays to its end and leaves all in order", () => {
  const simulation = new Simulation();
  const outcomes: string[] = [];
  const day = scriptFor(simulation, readFileSync("homes/day.yaml", "utf8"));
  simulation.backend.play(day, { onStep: (_step, outcome) => outcomes.push(outcome) });
  simulation.clock.advance(24_000);
  expect(outcomes).toEqual(day.map(() => "done"));
  expect(simulation.backend.activeFaults()).toMatchObject([{ kind: "offline", isDeclared: true }]);
  expect(simulation.reports.filter(({ outcome }) => outcome !== "done")).toEqual([]);
});
