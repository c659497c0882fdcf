import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./support/program.ts";

const { engines } = JSON.parse(readFileSync("package.json", "utf8"));

/** The start of the program, as it would be if it needed other Nodes; the rest of it is not there, and it is no checkout. */
function startNeeding(range: string) {
  const file = join(temporaryFolder(), "luxgate.js");
  const start = readFileSync("dist/luxgate.js", "utf8");
  expect(start).toContain(engines.node);
  writeFileSync(file, start.replaceAll(engines.node, range));
  return spawnSync(process.execPath, [file, "status"], { encoding: "utf8" });
}

const HERE = process.versions.node;
const MAJOR = Number.parseInt(HERE, 10);

const nextOf = (part: number): string =>
  HERE.split(".")
    .map((number, index) => (index === part ? Number(number) + 1 : index > part ? 0 : Number(number)))
    .join(".");

test.each([
  ["too old in the first part of its version", `>=${nextOf(0)}`, `${MAJOR + 1} and later`],
  ["too old in the second part", `^${nextOf(1)} || >=${nextOf(0)}`, `${MAJOR} (from ${nextOf(1)}), or ${MAJOR + 1}`],
  ["too old in the third part", `^${nextOf(2)} || >=${nextOf(0)}`, `${MAJOR} (from ${nextOf(2)}), or ${MAJOR + 1}`],
  ["of a line between", `^${MAJOR - 1}.0.0 || >=${nextOf(0)}`, `${MAJOR - 1} (from ${MAJOR - 1}.0.0), or ${MAJOR + 1}`],
])("a Node that is %s is refused in one line, and nothing is loaded", (_which, range, needed) => {
  const { status, stdout, stderr } = startNeeding(range);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Luxgate needs Node .* Install Node from https:\/\/nodejs\.org.*\n$/);
  expect(stderr).toContain(needed);
  expect(stderr).toContain(`, and this is Node ${HERE}. `);
});

test.each([`>=${HERE}`, ">=9.99.99", `>=${MAJOR - 1}.99.99`, `^${HERE} || >=99.0.0`, `^9.0.0 || ^${MAJOR}.0.0`])(
  "a program that needs %s goes on",
  (range) => {
    expect(startNeeding(range).stderr).toMatch(/Cannot find module .*main\.js/);
  },
);

test("the start is one script, which old Nodes read as no module: it imports the rest only when it runs", () => {
  const start = readFileSync("dist/luxgate.js", "utf8");
  expect(start).not.toMatch(/^\s*(import|export)\b(?!\()/m);
  expect(start).not.toMatch(/\?\?|\?\.[a-z[(]|import\.meta|\bawait\b/i);
});
