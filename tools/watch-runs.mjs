// Follows homes under broken lines, lost events, restarts and changes of address: `node tools/watch-runs.mjs 1000`.
import { spawnSync } from "node:child_process";

const [runs = "1000"] = process.argv.slice(2);
const env = { ...process.env, LUXGATE_WATCH_RUNS: runs };
const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "test/client-watch-properties.test.ts",
  "--disable-console-intercept",
];
process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;
