// Sends the built program what no client should: `node tools/fuzz.mjs 0.1` a tenth of it, or with the seed of another run after it.
import { spawnSync } from "node:child_process";

const [share = "1", seed] = process.argv.slice(2);
const env = { ...process.env, LUXGATE_FUZZ_SHARE: share, ...(seed && { LUXGATE_FUZZ_SEED: seed }) };
const vitest = ["node_modules/vitest/vitest.mjs", "run", "e2e/fuzz-", "--disable-console-intercept"];
process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;
