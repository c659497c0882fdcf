import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: { include: ["e2e/languages/*.test.ts"], testTimeout: 1_200_000, hookTimeout: 120_000 },
});
