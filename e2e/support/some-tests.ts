import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { Seeded } from "../../test/support/home/seeded.ts";

/** `npm test` runs this share of the tests of each file, others each time; `npm run test:deep`, or a name, runs all. */
const { LUXGATE_E2E_SHARE = "1", LUXGATE_TEST_SEED = "1" } = process.env;
const SHARE = Number(LUXGATE_E2E_SHARE);

/** Files of which at least one test is always run: kills, power cuts, disks that fail, fuzz, attacks and all else in a browser, real brokers. */
const ALWAYS = /\/(?:crash|power-cut|disk-|fuzz-|page-|matter\.|zigbee2mqtt|serve-zigbee2mqtt|control-mqtt)/;
/** Files of which this share is run each time: what people see and touch in a browser. */
const SEEN = /\/page-(?:home|touch|operator|devices|accessible|together|edit|sign-in)\./;
const SEEN_SHARE = 0.12;
/** Of the others with few tests so many are left out. */
const LEFT_OUT = 0.7;

/** A test runner that leaves out some tests of a file. */
// biome-ignore lint/style/noDefaultExport: vitest takes its runner from the default export
export default class SomeTests extends TestRunner {
  onCollected(files: readonly RunnerTestFile[]): void {
    for (const file of files) leaveOut(file);
  }
}

function leaveOut(file: RunnerTestFile): void {
  const tests = testsIn(file).filter(({ mode }) => mode === "run");
  const chance = new Seeded(Number(LUXGATE_TEST_SEED) + file.name.length);
  const order = tests.map((test) => ({ test, at: chance.below(2 ** 30) })).sort((one, other) => one.at - other.at);
  const count = Math.ceil(tests.length * (SEEN.test(file.filepath) ? Math.max(SHARE, SEEN_SHARE) : SHARE));
  const isLeftOut = SHARE < 1 && count <= 1 && !ALWAYS.test(file.filepath) && chance.below(100) < LEFT_OUT * 100;
  for (const { test } of order.slice(isLeftOut ? 0 : count)) test.mode = "skip";
}

const testsIn = (task: RunnerTask): readonly RunnerTestCase[] =>
  task.type === "suite" ? task.tasks.flatMap(testsIn) : [task];
