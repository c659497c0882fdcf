import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const nodeOf = (major: number): string =>
  fileURLToPath(new URL(`node_modules/node-${major}-${process.arch}/bin/node`, import.meta.url));

describe.each([10, 16, 18])("with Node %i", (major) => {
  test.each([
    ["luxgate", "dist/luxgate.js", "status"],
    ["luxgate serve", "dist/luxgate.js", "serve"],
    ["npm start", "tools/start.cjs"],
  ])("%s says in one line which Node it needs, which this is, and where to get one", (_name, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(nodeOf(major), args, { encoding: "utf8" });
    expect(error).toBe(undefined);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(
      /^Luxgate needs Node 20\.20\.2 or newer, and this is Node \d+\.\d+\.\d+: get one from .*\.\n$/,
    );
    expect(stderr).toContain(`this is Node ${major}.`);
  });
});
