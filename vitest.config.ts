import { defineConfig } from "vitest/config";

const EXCLUDED = [
  "**/node_modules/**",
  "e2e/zigbee2mqtt/**",
  "e2e/other-nodes/**",
  "e2e/prometheus/**",
  "e2e/fleet/**",
  "e2e/browsers/**",
  "e2e/languages/**",
  "e2e/debian/**",
];

const { CI, LUXGATE_TEST_DEPTH } = process.env;

/** Tests that compare times within one run, or look at the memory of their process. */
const MEASURING = ["test/speed-guard.test.ts", "e2e/speed-guard.test.ts", "e2e/event-load.test.ts"];
/** More than a small machine has cores: some tests wait for something else. */
const WORKERS = 3;
/** Those of the built program wait for disks, networks and other programs most of their time; in deep runs they work. */
const WAITING_WORKERS = LUXGATE_TEST_DEPTH === undefined ? 8 : 4;

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    // These are for tests that hang: on a machine that others use as well, everything may take many times as long.
    testTimeout: 180_000,
    // A machine that others use as well stands still at times. What fails once there is tried again, and reported.
    retry: CI === undefined ? 0 : 1,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: "tools/build-for-tests.mjs",
    setupFiles: "test/support/each-file.ts",
    // Only `npm run coverage` measures it: what other people's programs rest on is covered line by line, branch by branch.
    coverage: {
      include: ["src/core/contract/**/*.ts", "src/libraries/client/**/*.ts", "src/programs/checker/**/*.ts"],
      reporter: ["text"],
      thresholds: { 100: true },
    },
    maxWorkers: WORKERS,
    // Tests use the store without its thread too, and Node 22 warns that SQLite is experimental.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          // A process runs many files: to load all modules anew for each takes longer than most tests.
          isolate: false,
          // A test that comes to no assertion cannot fail.
          expect: { poll: { timeout: 60_000 }, requireAssertions: true },
          runner: "test/support/some-tests.ts",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...EXCLUDED, ...MEASURING],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The built program, first: what it leaves of the machine is for the checks beside the tests.
        extends: true,
        test: {
          name: "whole",
          isolate: false,
          maxWorkers: WAITING_WORKERS,
          runner: "test/support/some-tests.ts",
          include: ["e2e/**/*.test.ts"],
          exclude: [...EXCLUDED, ...MEASURING],
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One after the other, with the machine to themselves: they measure.
        extends: true,
        test: {
          name: "alone",
          include: MEASURING,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
