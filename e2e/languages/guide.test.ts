import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { LUXGATE } from "./luxgate.ts";

const GUIDE = readFileSync("docs/testing.md", "utf8");

/** What the guide prints in a language, as somebody would put it into an empty folder. */
function begun(language: string, comment: string): string {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-guide-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [, text = ""] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s").exec(GUIDE) ?? [];
  const [, name = ""] = new RegExp(`^${comment} (\\S+)\n`).exec(text) ?? [];
  writeFileSync(join(folder, name), text);
  return folder;
}

const run = (folder: string, program: string, args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, LUXGATE } });

test("the guide's first tests in Python pass beside the fixture", () => {
  const folder = begun("python", "#");
  copyFileSync("examples/python/conftest.py", join(folder, "conftest.py"));
  expect(run(folder, resolve("e2e/languages/.venv/bin/python"), ["-m", "pytest", "-q"])).toMatch(/^2 passed/m);
});

test("the guide's first test in Go passes beside the fixture", () => {
  const folder = begun("go", "//");
  copyFileSync("examples/go/sandbox_test.go", join(folder, "sandbox_test.go"));
  run(folder, "go", ["mod", "init", "example.org/mine"]);
  expect(run(folder, "go", ["test", "-v", "./..."])).toMatch(/^--- PASS: TestListsTheLights/m);
});
