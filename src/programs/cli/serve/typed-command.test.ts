import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { shellWord } from "../../../shared/own-user.ts";
import { ownProgram } from "./typed-command.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "luxgate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** An empty file, and the folders that lead to it. */
function file(...path: readonly string[]): string {
  const whole = join(folder, ...path);
  mkdirSync(join(whole, ".."), { recursive: true });
  writeFileSync(whole, "");
  return whole;
}

describe("this program is typed", () => {
  test("npx luxgate in a checkout, also where another one is on the path", () => {
    file("tools", "start.mjs");
    file("bin", "luxgate");
    expect(ownProgram(folder, { PATH: join(folder, "bin") })).toBe("npx luxgate");
  });

  test("luxgate where it is on the path, but not if only npm has it there", () => {
    const packageFolder = join(folder, "node_modules", "luxgate");
    file("bin", "luxgate");
    file("node_modules", ".bin", "luxgate");
    const npm = join(folder, "node_modules", ".bin");
    expect(ownProgram(packageFolder, { PATH: `${npm}:${join(folder, "bin")}` })).toBe("luxgate");
    expect(ownProgram(packageFolder, { PATH: `${npm}:/nowhere:` })).toBe("npx luxgate");
  });

  test("by its path where there is no shorter way, as in a container", () => {
    const program = join(folder, "dist", "luxgate.js");
    expect(ownProgram(folder, {})).toBe(`${shellWord(process.execPath)} ${program}`);
  });
});
