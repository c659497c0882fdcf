import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./program.ts";

/** What a pipe of Linux takes before anybody reads it. */
const PIPE_BYTES = 65_536;

const LOOK_MILLIS = 5;

/** What came of the program in a line of the shell. */
export interface LineEnded {
  /** The program's own, whatever the rest of the line came to. */
  readonly code: number;
  /** What the last program of the line put out. */
  readonly output: string;
  /** What the program itself said on standard error, unless the line sends that elsewhere. */
  readonly errors: string;
}

interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** The built program within a line of the shell: in the line, it is `luxgate`. What reads in it waits with `await_go`. */
export class ShellLine {
  readonly #folder = temporaryFolder();
  readonly #go: Writable;
  readonly #over: Promise<unknown>;
  readonly #output: Promise<string>;

  private constructor(line: string, args: readonly string[], { environment = {}, folder }: Surroundings) {
    const shell = spawn("sh", ["-c", `${this.#preamble(args)}\n${line}`, "sh", ...args], {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "inherit", "pipe"],
      detached: true,
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    const { pid, stdout } = shell;
    if (pid === undefined || !stdout) throw new Error("there is no shell");
    this.#over = once(shell, "close");
    this.#output = text(stdout);
    onTestFinished(() => endGroup(pid));
    this.#go = shell.stdio[3] as Writable;
  }

  /** Starts a line in which `luxgate` is the program with these arguments. */
  static start(line: string, args: readonly string[], surroundings: Surroundings = {}): ShellLine {
    return new ShellLine(line, args, surroundings);
  }

  static run(line: string, args: readonly string[], surroundings: Surroundings = {}): Promise<LineEnded> {
    return ShellLine.start(line, args, surroundings).ended();
  }

  /** A line whose reader begins only once the program can write no more, not one byte, or is over. */
  static async runBlocked(args: readonly string[], surroundings: Surroundings = {}): Promise<LineEnded> {
    const line = `{ head -c ${PIPE_BYTES} /dev/zero; luxgate; } | { await_go; tail -c +${PIPE_BYTES + 1}; }`;
    const started = ShellLine.start(line, args, surroundings);
    await started.blocked();
    started.go();
    return started.ended();
  }

  /** Settles once the program waits for its reader, or is over. */
  async blocked(): Promise<void> {
    while (!existsSync(this.#path("code")) && !isWaitingToWrite(this.#programPid)) await pause(LOOK_MILLIS);
  }

  go(): void {
    this.#go.write("\n");
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#programPid !== undefined) process.kill(this.#programPid, signal);
  }

  get errors(): string {
    return existsSync(this.#path("errors")) ? readFileSync(this.#path("errors"), "utf8") : "";
  }

  async ended(): Promise<LineEnded> {
    await this.#over;
    const code = Number(readFileSync(this.#path("code"), "utf8"));
    return { code, output: await this.#output, errors: this.errors };
  }

  get #programPid(): number | undefined {
    const written = existsSync(this.#path("pid")) ? readFileSync(this.#path("pid"), "utf8") : "";
    return written.endsWith("\n") ? Number(written) : undefined;
  }

  readonly #path = (name: string): string => join(this.#folder, name);

  /** Standard error is kept apart, but where the line says otherwise with ERRORS. */
  #preamble(args: readonly string[]): string {
    const folder = this.#folder;
    const program = [process.execPath, join(process.cwd(), "dist/luxgate.js"), ...args].map(quoted).join(" ");
    return `
      luxgate() {
        sh -c 'echo $$ > ${folder}/pid; exec "$@"' sh ${program} 2>"\${ERRORS:-${folder}/errors}"
        echo $? > ${folder}/code
      }
      await_go() { read -r _ <&3; }`;
  }
}

/** Every program of the line, if any is left. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them are over.
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Linux says for each process which files it waits for: standard output is one of them while it takes nothing. */
function isWaitingToWrite(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    const folder = `/proc/${pid}/fdinfo`;
    return readdirSync(folder).some((name) => /^tfd: +1 /m.test(readFileSync(join(folder, name), "utf8")));
  } catch {
    return false;
  }
}
