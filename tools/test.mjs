// `npm test`: the checks of `npm run check` beside the tests, so that no core waits for the other.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Of the tests of the built program, and of the parts that take long: see test/support/some-tests.ts. */
const SHARES = { LUXGATE_E2E_SHARE: "0.04", LUXGATE_SLOW_PARTS_SHARE: "0.3" };

const vitest = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run"], {
  stdio: "inherit",
  env: { ...SHARES, ...process.env },
});
const check = spawn("npm", ["run", "--silent", "check"], { stdio: ["ignore", "pipe", "pipe"] });
let said = "";
for (const stream of [check.stdout, check.stderr]) {
  stream.on("data", (text) => {
    said += text;
  });
}
const [[testsCode], [checkCode]] = await Promise.all([once(vitest, "close"), once(check, "close")]);
console.log(`${checkCode === 0 ? "Lint, types and unused code: no problems found." : "npm run check found:"}\n${said}`);
process.exitCode = testsCode === 0 && checkCode === 0 ? 0 : 1;
