// A program that `npm run fleet` starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";

const LONGEST_STOP_MILLIS = 8_000;
const SHOWN_LINES = 5;

/** One program. Its output goes to a file, and a signal of the terminal does not reach it. */
export class Child {
  constructor({ name, loss, command, log, environment, onEnd }) {
    this.name = name;
    this.loss = loss;
    this.command = command;
    this.log = log;
    this.environment = environment;
    this.onEnd = onEnd;
  }

  get pid() {
    return this.process?.pid;
  }

  get isRunning() {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  async start() {
    const output = openSync(this.log, this.process ? "a" : "w");
    const [file, ...args] = this.command;
    const started = spawn(file, args, {
      stdio: ["ignore", output, output],
      env: this.environment,
      detached: true,
    });
    closeSync(output);
    this.process = started;
    this.ended = once(started, "exit");
    this.ended.then(
      ([code, signal]) => this.#end(signal ? `was ended by ${signal}` : `ended with exit code ${code}`),
      (error) => this.#end(`cannot be started (${error.code})`),
    );
    await once(started, "spawn");
  }

  #end(how) {
    this.how = how;
    this.onEnd(how);
  }

  /** Ends it in good order, or otherwise if that takes too long. */
  async stop() {
    if (!this.isRunning) return;
    this.process.kill("SIGTERM");
    const late = setTimeout(() => this.process.kill("SIGKILL"), LONGEST_STOP_MILLIS);
    await this.ended;
    clearTimeout(late);
  }

  /** What it printed last. */
  get lastLines() {
    return readFileSync(this.log, "utf8").trimEnd().split("\n").slice(-SHOWN_LINES);
  }
}
