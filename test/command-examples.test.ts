import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exampleCommands } from "../e2e/support/example-commands.ts";

test("every command has an example, by which its output is tested", () => {
  expect(exampleCommands().length).toBeGreaterThan(20);
});

test("docs/commands.md names every command; the help of a group names what is in it", () => {
  const page = readFileSync("docs/commands.md", "utf8");
  const groups = new Set(exampleCommands().map(({ name }) => name.split(" ")[0]));
  expect([...groups].filter((group) => !new RegExp(`[\`] ?${group}\\b|luxgate ${group}\\b`).test(page))).toEqual([]);
});
