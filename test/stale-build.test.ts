import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const TOOLS = ["refuse-stale-build.mjs", "set-up.mjs", "system-programs.mjs"];
const SOURCES = [
  "package.json",
  "package-lock.json",
  "docs/spec-gaps/lights.md",
  "src/lamp.ts",
  ...TOOLS.map((name) => `tools/${name}`),
];
const BUILT = ["dist/luxgate.js", "dist/types/schema.d.ts", "THIRD-PARTY-NOTICES"];

/** A checkout with the tools of this one, all of it built an hour after its sources were written. */
function aCheckout() {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-checkout-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const touch = (path: string, hour: number) => utimesSync(join(folder, path), hour * 3600, hour * 3600);
  for (const path of [...SOURCES, ...BUILT]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (path.startsWith("tools/")) copyFileSync(path, join(folder, path));
    else writeFileSync(join(folder, path), "");
    touch(path, BUILT.includes(path) ? 2 : 1);
  }
  for (const path of ["src", "tools"]) touch(path, 1);
  const prepack = () =>
    spawnSync(process.execPath, ["tools/refuse-stale-build.mjs"], { cwd: folder, encoding: "utf8" });
  return { folder, touch, prepack };
}

test("what is built after its sources is packed", () => {
  expect(aCheckout().prepack()).toMatchObject({ status: 0, stderr: "" });
});

test.each(SOURCES)("what was built before %s changed is not packed", (path) => {
  const { touch, prepack } = aCheckout();
  touch(path, 3);
  expect(prepack()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Not packed: .*npm run build/) });
});

test.each(BUILT)("without %s nothing is packed", (path) => {
  const { folder, prepack } = aCheckout();
  rmSync(join(folder, path));
  expect(prepack().status).toBe(1);
});
