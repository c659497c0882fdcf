// Ends the programs of `npm run fleet` if it is killed itself, and lets its next start wait until they are gone.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Ends the processes of the last line when its input ends, which is when the process that writes to it is gone. */
const SCRIPT = 'while read -r line; do pids=$line; done; [ -z "$pids" ] || kill $pids';

/** How long programs of a killed start may take to end. */
const LONGEST_MILLIS = 10_000;
const POLL_MILLIS = 50;

export class Guard {
  #file;
  #shell;
  #pids = new Set();

  /** `file` has the numbers of the running processes. */
  constructor(file) {
    this.#file = file;
  }

  /** Resolves when the processes of a start that was killed have ended. */
  async formerEnded() {
    const pids = existsSync(this.#file) ? readFileSync(this.#file, "utf8").split(" ").filter(Boolean).map(Number) : [];
    for (const untilMillis = Date.now() + LONGEST_MILLIS; Date.now() < untilMillis && pids.some(isAlive); ) {
      await new Promise((settle) => setTimeout(settle, POLL_MILLIS));
    }
  }

  /** Watches a process until it ends. */
  add(child) {
    if (child.pid === undefined) return;
    this.#pids.add(child.pid);
    this.#write();
    child.once("exit", () => {
      this.#pids.delete(child.pid);
      this.#write();
    });
  }

  end() {
    this.#shell?.stdin.end();
  }

  #write() {
    const line = [...this.#pids].join(" ");
    writeFileSync(this.#file, line);
    this.#shell ??= startShell();
    this.#shell.stdin.write(`${line}\n`);
  }
}

/** In a session of its own, so that no signal of the terminal ends it before the others. */
function startShell() {
  const shell = spawn("sh", ["-c", SCRIPT], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  for (const part of [shell, shell.stdin]) part.on("error", () => undefined);
  shell.unref();
  return shell;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
