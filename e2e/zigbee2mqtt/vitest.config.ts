import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ["e2e/zigbee2mqtt/*.test.ts", "e2e/other-nodes/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // They wait more than they work.
    maxWorkers: 3,
  },
});
