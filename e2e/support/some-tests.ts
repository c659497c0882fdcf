import { type RunnerTask, type RunnerTestCase, type RunnerTestFile, TestRunner } from "vitest";
import { Seeded } from "../../test/support/home/seeded.ts";

/** `npm test` runs this share of the tests of each file, others each time; `npm run test:deep`, or a name, runs all. */
const { LUXGATE_E2E_SHARE = "1", LUXGATE_TEST_SEED = "1" } = process.env;
const SHARE = Number(LUXGATE_E2E_SHARE);

/** A test runner that leaves out some tests of a file, and never all of them. */
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
  for (const { test } of order.slice(Math.max(1, Math.ceil(tests.length * SHARE)))) test.mode = "skip";
}

const testsIn = (task: RunnerTask): readonly RunnerTestCase[] =>
  task.type === "suite" ? task.tasks.flatMap(testsIn) : [task];
