import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** From the package util-linux. */
export const SCRIPT_PROGRAM = "script";

export interface TerminalOptions {
  readonly columns?: number;
  /** What is put before the program, such as what runs it on another network. */
  readonly before?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The built program in a terminal of its own, made by `script`; it ends with the test. */
export class Terminal {
  readonly #script: ChildProcessWithoutNullStreams;
  readonly #closed: Promise<unknown>;
  #isOver = false;
  /** All that was on the screen, what was typed included. */
  output = "";

  constructor(args: readonly string[], { columns = 80, before = [], environment = {} }: TerminalOptions = {}) {
    const program = [...before, process.execPath, "dist/luxgate.js", ...args].map(quoted).join(" ");
    const command = `stty rows 24 cols ${columns}; exec ${program}`;
    const { PATH } = process.env;
    this.#script = spawn(SCRIPT_PROGRAM, ["--quiet", "--return", "--command", command, "/dev/null"], {
      env: { PATH, TERM: "xterm", SHELL: "/bin/sh", NO_COLOR: "1", ...environment },
    });
    this.#script.stdout.on("data", (text) => {
      this.output += String(text).replaceAll("\r\n", "\n");
    });
    this.#closed = once(this.#script, "close").then(() => {
      this.#isOver = true;
    });
    onTestFinished(() => {
      this.#script.kill("SIGKILL");
    });
  }

  /** As fingers do: Enter is "\r", Ctrl-C is "\u0003". */
  type(keys: string): void {
    this.#script.stdin.write(keys);
  }

  /** What stands on the screen once it matches. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output);
      if (match) return match;
      if (this.#isOver) throw new Error(`the program ended without ${pattern}: ${this.output}`);
      await Promise.race([once(this.#script.stdout, "data"), this.#closed]);
    }
  }

  /** Closes the window: the terminal is gone, and the system tells the program so with SIGHUP. */
  close(): void {
    this.#script.kill("SIGKILL");
  }

  /** The program's exit code, once all is on the screen. */
  async end(): Promise<number | null> {
    await this.#closed;
    return this.#script.exitCode;
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
