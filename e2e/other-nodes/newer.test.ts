import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const VITEST = "node_modules/vitest/vitest.mjs";
/** What rests on how Node's parser and streams behave (decision 49). */
const ON_SOCKETS = [
  "src/http/server",
  "src/http/fast-lane",
  "test/http-lanes",
  "test/http-smuggling",
  "test/half-closed",
];

const nodeOf = (major: number): string =>
  fileURLToPath(new URL(`node_modules/node-${major}-${process.arch}/bin/node`, import.meta.url));

describe.sequential.each([22, 24, 26])("on Node %i", (major) => {
  test("one request at a time is in work on a connection, and both lanes answer alike", () => {
    const args = [VITEST, "run", "--project", "parts", "--reporter=json", ...ON_SOCKETS];
    const { stdout, stderr } = spawnSync(nodeOf(major), args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
    const { numFailedTests, numPassedTests } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      readonly numFailedTests: number;
      readonly numPassedTests: number;
    };
    expect(numFailedTests, stderr).toBe(0);
    expect(numPassedTests).toBeGreaterThan(400);
  }, 900_000);
});
