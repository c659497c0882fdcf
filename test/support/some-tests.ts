import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { Seeded } from "./home/seeded.ts";

/**
 * `npm test` runs these shares of the tests of each file, others each time: of the built program, and of the parts those
 * that take long. `npm run test:deep` and `npm run test:nodes`, or a name, run all.
 */
const { LUXGATE_E2E_SHARE = "1", LUXGATE_SLOW_PARTS_SHARE = "1", LUXGATE_TEST_SEED = "1" } = process.env;
const PROGRAM_SHARE = Number(LUXGATE_E2E_SHARE);
const SLOW_SHARE = Number(LUXGATE_SLOW_PARTS_SHARE);

const OF_PROGRAM = /\/e2e\//;
/** Of the program, files of which at least one test is always run: kills, power cuts, disks that fail, fuzz, attacks and all else in a browser, real brokers. */
const ALWAYS = /\/(?:crash|power-cut|disk-|fuzz-|page-|matter\.|zigbee2mqtt|serve-zigbee2mqtt|control-mqtt)/;
/** Files of which this share is run each time: what people see and touch in a browser. */
const SEEN = /\/page-(?:home|touch|operator|devices|accessible|together|edit|sign-in)\./;
const SEEN_SHARE = 0.06;
/** Of the others with few tests so many are left out. */
const LEFT_OUT = 0.85;

/**
 * Parts that take long: with real NATS servers, with a gateway for each test, with many megabytes. This share of the files
 * is run, each as a whole: its tests may share servers.
 */
const SLOW_PARTS =
  /\/(?:test\/(?:fleet-(?!whole|cluster)|checker|http-lists-|http-large-|http-lanes)|src\/.*\/read-limits\.)/;

/** A test runner that leaves out some tests of a file. */
// biome-ignore lint/style/noDefaultExport: vitest takes its runner from the default export
export default class SomeTests extends TestRunner {
  onCollected(files: readonly RunnerTestFile[]): void {
    for (const file of files) {
      if (OF_PROGRAM.test(file.filepath)) leaveOutOfProgram(file);
      else if (SLOW_PARTS.test(file.filepath)) leaveOut(file, chanceFor(file).below(100) < SLOW_SHARE * 100 ? 1 : 0);
    }
  }
}

function leaveOutOfProgram(file: RunnerTestFile): void {
  const share = SEEN.test(file.filepath) ? Math.max(PROGRAM_SHARE, SEEN_SHARE) : PROGRAM_SHARE;
  const isOfFew = PROGRAM_SHARE < 1 && Math.ceil(testsIn(file).length * share) <= 1 && !ALWAYS.test(file.filepath);
  const chance = chanceFor(file);
  leaveOut(file, isOfFew && chance.below(100) < LEFT_OUT * 100 ? 0 : share);
}

function leaveOut(file: RunnerTestFile, share: number): void {
  const tests = testsIn(file);
  const chance = chanceFor(file);
  const order = tests.map((test) => ({ test, at: chance.below(2 ** 30) })).sort((one, other) => one.at - other.at);
  for (const { test } of order.slice(Math.ceil(tests.length * share))) test.mode = "skip";
}

const chanceFor = (file: RunnerTestFile): Seeded => new Seeded(Number(LUXGATE_TEST_SEED) + file.name.length);

/** Those that would be run. */
function testsIn(task: RunnerTask): readonly RunnerTestCase[] {
  if (task.type === "suite") return task.tasks.flatMap(testsIn);
  return task.mode === "run" ? [task] : [];
}
