import { execFileSync, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownEnvironment } from "../../support/installed-package.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A Node that is installed beside these tests. */
export const nodeOf = (major: number): string =>
  join(ROOT, `e2e/other-nodes/node_modules/node-${major}-${process.arch}/bin/node`);

/** All files that are in the repository, or would be, in a folder with a space in its name; nothing is installed there. */
export class FreshCheckout {
  readonly #around = mkdtempSync(join(tmpdir(), "luxgate-fresh-"));
  readonly folder = join(this.#around, "my lights");

  constructor() {
    const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: ROOT });
    for (const path of String(listed).split("\0")) {
      if (path === "" || !existsSync(join(ROOT, path))) continue;
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      copyFileSync(join(ROOT, path), join(this.folder, path));
    }
  }

  /** What is in .node. */
  get fetched(): readonly string[] {
    const folder = join(this.folder, ".node");
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** The environment of a machine that has one Node alone, and npm; its state is in a folder of its own. */
  with(major: number, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const bin = join(this.#around, `node-${major}`);
    if (!existsSync(bin)) {
      mkdirSync(bin);
      symlinkSync(nodeOf(major), join(bin, "node"));
      for (const name of ["npm", "npx"]) symlinkSync(programOnPath(name), join(bin, name));
    }
    const LUXGATE_DATA_DIR = join(this.#around, "state");
    return { ...withoutRunningNpm(), PATH: `${bin}:/usr/bin:/bin`, LUXGATE_DATA_DIR, ...more };
  }

  run(env: NodeJS.ProcessEnv, command: string, ...args: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync(command, args, { cwd: this.folder, env, encoding: "utf8" });
  }

  remove(): void {
    rmSync(this.#around, { recursive: true });
  }
}

/** Without what the npm says of itself that runs these tests; how it reaches packages stays. */
const withoutRunningNpm = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(ownEnvironment()).filter(
      ([name]) => !/^(npm_(execpath|node_execpath|lifecycle_.*|package_.*|config_local_prefix)|NODE)$/.test(name),
    ),
  );

/** The first one that is not a script's: npm puts the folders of its packages before all others. */
const programOnPath = (name: string): string =>
  execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
