// Packs the package, installs it in a folder elsewhere as a person would, and runs what README says, and more, with that
// program: `node tools/test-package.mjs e2e/serve` only the files whose paths begin so.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TESTS = ["e2e/readme.test.ts", "e2e/serve.test.ts", "e2e/operator.test.ts", "e2e/pair.test.ts"];

const [...given] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "luxgate-installed-"));
try {
  execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts=false", "--pack-destination", folder]);
  const [tarball] = readdirSync(folder);
  execFileSync(
    "npm",
    ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", join(folder, tarball)],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
  const env = { ...process.env, LUXGATE_PROGRAM: join(folder, "node_modules/.bin/luxgate") };
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "whole", ...(given.length > 0 ? given : TESTS)];
  process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
