import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { withoutTimes } from "./log-times.ts";

const PATIENCE_MILLIS = 5_000;

/** A process of ours, and what it says line by line. */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  readonly #ended: Promise<unknown>;
  #wake: () => void = () => undefined;
  #isOver = false;

  /** None of our environment reaches it but the path on which programs are found. */
  constructor(command: string, args: readonly string[], onLine: (line: string) => void = () => undefined) {
    const { PATH } = process.env;
    this.#child = spawn(command, args, { env: { PATH } });
    this.#ended = once(this.#child, "close").finally(() => {
      this.#isOver = true;
      this.#wake();
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      createInterface({ input: output }).on("line", (text) => {
        const line = withoutTimes(text);
        this.#lines.push(line);
        onLine(line);
        this.#wake();
      });
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** All that it has said. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  write(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The first line that fits, whether it was said already or is still to come. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.#lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (this.#isOver) throw new Error(`ended without ${pattern}:\n${this.#lines.join("\n")}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Tells it to stop, makes it if need be, and waits until it is gone. */
  async stop(): Promise<void> {
    if (this.#isOver) return;
    const force = setTimeout(() => this.#child.kill("SIGKILL"), PATIENCE_MILLIS);
    this.#child.kill("SIGTERM");
    await this.#ended;
    clearTimeout(force);
  }
}
