import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Builds luxgate/client and luxgate/testing, with their types, unless they are as new as their sources. */
export async function buildDoors(): Promise<void> {
  const { setUpDoors } = await import(new URL("../../tools/set-up.mjs", import.meta.url).href);
  setUpDoors();
}

/** A project of somebody else's, in which the packed package is installed and nothing else but what it needs. */
export class OtherProject {
  readonly folder = mkdtempSync(join(tmpdir(), "luxgate-project-"));
  readonly tarball: string;

  static async begin(): Promise<OtherProject> {
    await buildDoors();
    return new OtherProject();
  }

  private constructor() {
    execFileSync("npm", ["pack", "--silent", "--pack-destination", this.folder]);
    const [name = ""] = readdirSync(this.folder);
    this.tarball = join(this.folder, name);
    mkdirSync(this.packageFolder, { recursive: true });
    execFileSync("tar", ["-xzf", this.tarball, "--strip-components=1", "-C", this.packageFolder]);
    this.write("package.json", JSON.stringify({ name: "other", private: true, type: "module" }));
  }

  get packageFolder(): string {
    return join(this.folder, "node_modules", "luxgate");
  }

  /** Lets it have another package, out of ours. */
  link(name: string): void {
    const path = join(this.folder, "node_modules", name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(resolve("node_modules", name), path);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  /** What a program prints; a failure is told with all that it said. */
  run(command: string, args: readonly string[]): string {
    try {
      return execFileSync(command, args, { cwd: this.folder, encoding: "utf8", stdio: "pipe", env: ownEnvironment() });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A runner of tests that is run by another must not take itself for its part. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT, VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, TEST, NODE_ENV, ...rest } = process.env;
  return rest;
}
