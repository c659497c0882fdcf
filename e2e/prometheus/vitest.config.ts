import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ["e2e/prometheus/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000, interval: 250 } },
  },
});
