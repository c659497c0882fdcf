import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/program.ts";
import { nodeOf } from "./support/fresh-checkout.ts";

const ONE_LINE = /^Luxgate needs Node 22 .*, and this is Node (\d+)\.\d+\.\d+\. Install Node from .*\n$/;

describe.each([10, 16])("with Node %i, which is too old to fetch another", (major) => {
  test.each([
    ["luxgate", "", "dist/luxgate.js", "status"],
    ["luxgate serve", "", "dist/luxgate.js", "serve"],
    ["every npm script", "false\n", "tools/use-node.cjs"],
  ])("%s says in one line which Node it needs, which this is, and where to get one", (_name, printed, ...args) => {
    const { status, stdout, stderr, error } = spawnSync(nodeOf(major), args, { encoding: "utf8" });
    expect(error).toBe(undefined);
    expect({ status, stdout }).toEqual({ status: 1, stdout: printed });
    expect(ONE_LINE.exec(stderr)?.[1]).toBe(String(major));
  });
});

test.each([10, 16, 18, 20])(
  "an installed program says so on Node %i too, in one line, and fetches nothing",
  (major) => {
    const folder = temporaryFolder();
    copyFileSync("dist/luxgate.js", join(folder, "luxgate.js"));
    const { status, stdout, stderr } = spawnSync(nodeOf(major), [join(folder, "luxgate.js"), "status"], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(ONE_LINE.exec(stderr)?.[1]).toBe(String(major));
    expect(existsSync(join(folder, ".node"))).toBe(false);
  },
);
