import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OtherProject } from "./support/installed-package.ts";

const GUIDE = readFileSync("docs/testing.md", "utf8");
const EXAMPLES = [...GUIDE.matchAll(/```js\n(.*?)```/gs)].map(([, text = ""]) => text);

let project: OtherProject;
beforeAll(async () => {
  project = await OtherProject.begin();
});
afterAll(() => project.remove());

test("the guide has three examples", () => {
  expect(EXAMPLES).toHaveLength(3);
});

test.each(EXAMPLES)("the guide's examples run as they are: %#", (example) => {
  project.write("example.mjs", example);
  project.run(process.execPath, ["example.mjs"]);
});

test("the guide names everything that a gateway gives, and every misbehaviour", () => {
  const members = (path: string, pattern: RegExp) =>
    [...readFileSync(path, "utf8").matchAll(pattern)].map(([, name = ""]) => name);
  const given = members("src/testing/test-gateway.ts", /^ {2}(?:readonly )?(\w+)\??[(:]/gm);
  const kinds = members("src/testing/misbehaviour.ts", /kind: "([\w-]+)"/g);
  expect([given.length > 20, kinds.length > 10]).toEqual([true, true]);
  expect([...given, ...kinds].filter((name) => !new RegExp(`\\b${name}\\b`).test(GUIDE))).toEqual([]);
});
