import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const tool = (name: string) => import(new URL(`../tools/${name}`, import.meta.url).href);
const { noticesOf, packagesIn } = await tool("third-party-notices.mjs");
const { isAllowed } = await tool("licences.mjs");

/** A package in a folder of its own, with files beside its package.json. */
function aPackage(description: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-notices-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "lamp-words", version: "1.2.3", ...description }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("a package is named with its version and the texts that it brings, notices included", () => {
  const files = { "LICENSE.md": "Do as you like.\n", NOTICE: "Made in the dark.", "README.md": "Read me." };
  const notices = noticesOf([aPackage({ license: "Apache-2.0" }, files)]);
  expect(notices).toContain("lamp-words 1.2.3 (Apache-2.0)\n");
  expect(notices).toContain("Do as you like.\n\nMade in the dark.");
  expect(notices).not.toContain("Read me.");
});

test("a package that brings no text gets the one that SPDX has, and that is told", () => {
  const notices = noticesOf([aPackage({ license: "ISC", author: { name: "Ada" } }, { LICENSE: " \n" })]);
  expect(notices).toMatch(/comes without the text.*SPDX has for ISC/);
  expect(notices).toMatch(/Copyright \(c\) Ada\n\nPermission to use, copy, modify/);
});

test.each([
  ["a licence that is not allowed", { license: "GPL-3.0-only" }, "lamp-words 1.2.3 (GPL-3.0-only)"],
  ["no licence", {}, "lamp-words 1.2.3 (undefined)"],
  ["a licence whose long text must come along", { license: "Apache-2.0" }, "without the text"],
])("a package with %s ends the build with its name", (_what, description, message) => {
  expect(() => noticesOf([aPackage(description)])).toThrow(message);
});

test.each([
  ["MIT", true],
  ["(MIT OR GPL-2.0-only)", true],
  ["(MIT AND BSD-3-Clause)", true],
  ["MIT AND GPL-2.0-only", false],
  ["SEE LICENSE IN LICENSE", false],
  ["UNLICENSED", false],
])("%s is allowed: %s", (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});

test("the packages of a bundle are those of which a byte is in it, also inside others, and those that they hold as text", () => {
  const modules = {
    "src/core/home/home.ts": { renderedLength: 9 },
    "node_modules/@a/b/dist/index.js": { renderedLength: 9 },
    "node_modules/@a/b/dist/other.js": { renderedLength: 9 },
    "node_modules/c/node_modules/d/index.js": { renderedLength: 1 },
    "node_modules/not-used/index.js": { renderedLength: 0 },
    "node_modules/worker-timers/build/es2019/module.js": { renderedLength: 5 },
  };
  expect(packagesIn([{ modules }])).toEqual([
    "node_modules/@a/b",
    "node_modules/c/node_modules/d",
    "node_modules/worker-factory",
    "node_modules/worker-timers",
    "node_modules/worker-timers-worker",
  ]);
});
