import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { LOAD_CORE } from "./process.ts";

/** A process of bench/processes that stays, and is asked one thing after the other: see `answering`. */
export class AskedProcess {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(name: string, child: ChildProcess) {
    this.#name = name;
    this.#child = child;
    this.#ended = once(child, "exit");
  }

  /** On the load's core, unless others are given. */
  static start(name: string, cores = LOAD_CORE): AskedProcess {
    const child = spawn("taskset", ["-c", cores, process.execPath, `dist/bench/${name}.js`], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const kill = () => void child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
    return new AskedProcess(name, child);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** One question at a time. */
  async ask<Answer>(question: unknown): Promise<Answer> {
    const said = once(this.#child, "message");
    this.#child.send({ given: question });
    const answer = await Promise.race([said, this.#ended.then(() => undefined)]);
    if (answer === undefined) throw new Error(`${this.#name} ended without an answer`);
    return answer[0] as Answer;
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
