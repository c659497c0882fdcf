// Kills the built program at random moments: `node tools/crash.mjs 5000`, or with the seed of another run after it.
import { spawnSync } from "node:child_process";

const [rounds = "5000", seed] = process.argv.slice(2);
const env = { ...process.env, LUXGATE_CRASH_ROUNDS: rounds, ...(seed && { LUXGATE_CRASH_SEED: seed }) };
const vitest = ["node_modules/vitest/vitest.mjs", "run", "e2e/crash.test.ts", "--disable-console-intercept"];
process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;
