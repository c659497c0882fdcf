import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The built program, as a person starts it. */
export class Program {
  readonly process: ChildProcess;
  output = "";
  errors = "";

  private constructor(args: readonly string[], environment: Readonly<Record<string, string>>) {
    this.process = spawn(process.execPath, ["dist/luxgate.js", ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    });
    this.process.stdout?.on("data", (text) => {
      this.output += text;
    });
    this.process.stderr?.on("data", (text) => {
      this.errors += text;
    });
  }

  /** Starts the program; when the test is over, it is ended. */
  static start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Program {
    const program = new Program(args, environment);
    onTestFinished(() => {
      program.process.kill("SIGKILL");
    });
    return program;
  }

  /** Serves on free ports from a state folder of its own. */
  static serve(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Program {
    const free = ["--http-port", "0", "--discovery-port", "0", "--data-dir", temporaryFolder()];
    return Program.start(["serve", ...free, ...args], environment);
  }

  /** What stands in the output once it matches. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.process.exitCode !== null) throw new Error(`the program ended: ${this.output}${this.errors}`);
      await Promise.race([this.process.stdout && once(this.process.stdout, "data"), once(this.process, "close")]);
    }
  }

  async ready(): Promise<{ readonly url: string; readonly discoveryPort: number }> {
    const [, url = ""] = await this.says(/is ready at (http:\/\/\S+)/);
    const [, port] = await this.says(/UDP port (\d+)/);
    return { url, discoveryPort: Number(port) };
  }

  /** The exit code, once all output is there. */
  async end(): Promise<number | null> {
    if (this.process.exitCode === null) await once(this.process, "close");
    return this.process.exitCode;
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
