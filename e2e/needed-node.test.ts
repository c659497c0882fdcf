import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "./support/program.ts";

const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
const NEEDED = engines.node.replace(">=", "");

/** The start of the program, as it would be if it needed another Node; the rest of it is not there. */
function startNeeding(version: string) {
  const file = join(temporaryFolder(), "luxgate.js");
  const start = readFileSync("dist/luxgate.js", "utf8");
  expect(start).toContain(`>=${NEEDED}`);
  writeFileSync(file, start.replaceAll(`>=${NEEDED}`, `>=${version}`));
  return spawnSync(process.execPath, [file, "status"], { encoding: "utf8" });
}

const nextOf = (part: number): string =>
  process.versions.node
    .split(".")
    .map((number, index) => (index === part ? Number(number) + 1 : index > part ? 0 : Number(number)))
    .join(".");

test.each([0, 1, 2])(
  "a Node that is too old in part %i of its version is refused in one line, and nothing is loaded",
  (part) => {
    const { status, stdout, stderr } = startNeeding(nextOf(part));
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: `Luxgate needs Node ${nextOf(part)} or newer, and this is Node ${process.versions.node}: get one from https://nodejs.org, or with "nvm install --lts".\n`,
    });
  },
);

test.each([process.versions.node, "9.99.99", `${Number(process.versions.node.split(".")[0]) - 1}.99.99`])(
  "a program that needs %s goes on",
  (version) => {
    expect(startNeeding(version).stderr).toMatch(/Cannot find module .*main\.js/);
  },
);

test("the start is one script, which old Nodes read as no module: it imports the rest only when it runs", () => {
  const start = readFileSync("dist/luxgate.js", "utf8");
  expect(start).not.toMatch(/^\s*(import|export)\b(?!\()/m);
  expect(start).not.toMatch(/\?\?|\?\.[a-z[(]|import\.meta|\bawait\b/i);
});
