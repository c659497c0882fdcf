import { defineConfig } from "vitest/config";

const EXCLUDED = ["**/node_modules/**", "e2e/zigbee2mqtt/**", "e2e/old-nodes/**"];

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    // These are for tests that hang: on a machine that others use as well, everything may take many times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: "tools/build-for-tests.mjs",
    // Only `npm run coverage` measures it: what other people's programs rest on is covered line by line, branch by branch.
    coverage: {
      include: ["src/contract/**/*.ts", "src/client/**/*.ts", "src/conformance/**/*.ts"],
      reporter: ["text"],
      thresholds: { 100: true },
    },
    projects: [
      {
        extends: true,
        test: {
          name: "parts",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: EXCLUDED,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // One after the other, and after the parts: they measure, and fill the machine themselves.
        extends: true,
        test: {
          name: "whole",
          include: ["e2e/**/*.test.ts"],
          exclude: EXCLUDED,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
