import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { HEAP_FLAGS } from "../../test/support/heap-flags.ts";
import { withoutTimes } from "./log-times.ts";

const { LUXGATE_PROGRAM } = process.env;

/** The program that was built here, or one that is installed somewhere. */
export const PROGRAM: readonly string[] = LUXGATE_PROGRAM
  ? [LUXGATE_PROGRAM]
  : [process.execPath, ...HEAP_FLAGS, "dist/luxgate.js"];

const FREE_PORTS = ["--http-port", "0", "--discovery-port", "0", "--mqtt-port", "0", "--no-mdns"];

/** Free ports of this machine alone. */
export const FREE_PORTS_HERE: readonly string[] = [...FREE_PORTS, "--host", "127.0.0.1"];

/** The same for a front, which has no mDNS. */
export const FRONT_PORTS_HERE: readonly string[] = FREE_PORTS_HERE.filter((flag) => flag !== "--no-mdns");

/** How a program is started otherwise than a person would. */
export interface Manner {
  readonly environment?: Readonly<Record<string, string>>;
  /** The program and what is put before it, such as a tracer. */
  readonly command?: readonly string[];
  /** The user who starts it; only root can say so. */
  readonly user?: number;
}

/** The built program, as a person starts it. */
export class Program {
  readonly process: ChildProcess;
  readonly #closed: Promise<void>;
  #isOver = false;
  /** What was printed, lines of the log with their times and levels. */
  rawOutput = "";
  errors = "";

  private constructor(args: readonly string[], { environment = {}, command = PROGRAM, user }: Manner) {
    const [file = "", ...before] = command;
    this.process = spawn(file, [...before, ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...environment },
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    this.#closed = once(this.process, "close").then(() => {
      this.#isOver = true;
    });
    this.process.stdout?.on("data", (text) => {
      this.rawOutput += text;
    });
    this.process.stderr?.on("data", (text) => {
      this.errors += text;
    });
  }

  /** Starts the program; when the test is over, it is ended. */
  static start(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Program {
    return Program.startAs({ environment }, args);
  }

  static startAs(manner: Manner, args: readonly string[]): Program {
    const program = new Program(args, manner);
    onTestFinished(() => {
      program.process.kill("SIGKILL");
    });
    return program;
  }

  /** Serves on free ports from a state folder of its own. */
  static serve(args: readonly string[] = [], environment: Readonly<Record<string, string>> = {}): Program {
    return Program.start(["serve", ...FREE_PORTS, "--data-dir", temporaryFolder(), ...args], environment);
  }

  /** Serves on free ports of this machine alone, from a folder. */
  static serveFrom(folder: string, manner: Manner = {}): Program {
    return Program.startAs(manner, ["serve", ...FREE_PORTS_HERE, "--data-dir", folder]);
  }

  /** What was printed, lines of the log without their times and levels. */
  get output(): string {
    return withoutTimes(this.rawOutput);
  }

  /** What stands in the output once it matches. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.#isOver) throw new Error(`the program ended: ${this.output}${this.errors}`);
      await Promise.race([this.process.stdout && once(this.process.stdout, "data"), this.#closed]);
    }
  }

  async ready(): Promise<{ readonly url: string; readonly discoveryPort: number }> {
    const [, url = ""] = await this.says(/is ready at (http:\/\/\S+)/);
    const [, port] = await this.says(/UDP port (\d+)/);
    return { url, discoveryPort: Number(port) };
  }

  /** The exit code, once all output is there; none when a signal ended it. */
  async end(): Promise<number | null> {
    await this.#closed;
    return this.process.exitCode;
  }

  /** Sends a signal, and waits until all that the program held is free again. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.process.kill(signal);
    return this.end();
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
