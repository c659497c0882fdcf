import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.test.ts"],
    exclude: ["**/node_modules/**", "e2e/zigbee2mqtt/**"],
    testTimeout: 30_000,
    globalSetup: "tools/build-for-tests.mjs",
  },
});
