import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const VITEST = "node_modules/vitest/vitest.mjs";
/** What stands on fields of sockets that Node does not document (decision 28), and what works without them. */
const ON_SOCKETS = ["src/http/server", "src/http/fast-lane", "test/http-lanes", "test/http-smuggling"];
const WITHOUT = "test/http-ordinary-sockets";

const nodeOf = (major: number): string =>
  fileURLToPath(new URL(`node_modules/node-${major}-${process.arch}/bin/node`, import.meta.url));

describe.sequential.each([22, 24, 26])("on Node %i", (major) => {
  test("connections are read without a buffer for each chunk, both lanes answer alike, and without direct sockets all works", () => {
    const args = [VITEST, "run", "--project", "parts", "--reporter=json", ...ON_SOCKETS, WITHOUT];
    const { stdout, stderr } = spawnSync(nodeOf(major), args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
    const { numFailedTests, numPassedTests } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      readonly numFailedTests: number;
      readonly numPassedTests: number;
    };
    expect(numFailedTests, stderr).toBe(0);
    expect(numPassedTests).toBeGreaterThan(400);
  }, 900_000);
});
