import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "./support/program.ts";

const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync("package.json", "utf8")).scripts;

/** It packs what was built, and only says so if that is missing. */
const RUN_BY_NPM_ALONE = ["prepack"];

const checkout = mkdtempSync(join(tmpdir(), "luxgate-checkout-"));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));
beforeAll(() => {
  for (const part of ["package.json", "package-lock.json", "tools", "src", "docs", "deploy", "e2e/other-nodes"])
    cpSync(part, join(checkout, part), { recursive: true });
});

test.each(Object.keys(SCRIPTS).filter((name) => !RUN_BY_NPM_ALONE.includes(name)))(
  "in a checkout without packages, npm run %s first installs them",
  (name) => {
    const folder = temporaryFolder();
    const asked = join(folder, "asked");
    // In the place of npm: it notes what is asked of it, and installs nothing.
    const npm = join(folder, "npm");
    writeFileSync(npm, '#!/bin/sh\necho "$@" >> "$ASKED"\nexit 1\n', { mode: 0o755 });
    const { npm_execpath: _, PATH, ...environment } = process.env;
    const env = { ...environment, ASKED: asked, PATH: `${folder}:${PATH}` };
    spawnSync("sh", ["-c", SCRIPTS[name] ?? ""], { cwd: checkout, env });
    const first = existsSync(asked) ? readFileSync(asked, "utf8").split("\n")[0] : "nothing";
    expect(first).toMatch(/^(ci --loglevel=error|run --silent build)$/);
  },
);

test("the packed package is not a part of the sources", () => {
  expect(readFileSync(".gitignore", "utf8")).toMatch(/^\/luxgate-\*\.tgz$/m);
});
