import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Program, temporaryFolder } from "./program.ts";
import { type SystemCall, systemCallsIn } from "./system-calls.ts";

const CALLS = "openat,close,mkdir,rename,renameat,renameat2,pwrite64,write,writev,sendmsg,ftruncate,fdatasync,fsync";
/** More than a page of the store has. */
const LONGEST_TEXT = "8192";
/** The tracer stands beside the program, not before it: signals reach the program, which ends as it would. */
const TRACER = ["strace", "-D", "-f", "-y", "-xx", "-s", LONGEST_TEXT, "-e", `trace=${CALLS}`];

/** The built program, and every system call by which it writes. */
export class TracedProgram {
  readonly program: Program;
  readonly #trace = join(temporaryFolder(), "trace");

  constructor(folder: string, script = resolve("dist/luxgate.js")) {
    const command = [...TRACER, "-o", this.#trace, process.execPath, script];
    this.program = Program.serveFrom(folder, { command });
  }

  /** Ends it in good order; gives what it did. */
  async stop(): Promise<readonly SystemCall[]> {
    await this.program.stop();
    return systemCallsIn(readFileSync(this.#trace, "latin1"));
  }
}

/** A copy of the built program whose store is another one in one place; gives where it is. */
export function programWith(change: { readonly instead: string; readonly put: string }): string {
  const folder = temporaryFolder();
  // Types are written by tests that run meanwhile, and no program needs them.
  const filter = (path: string) => path !== join("dist", "types");
  for (const name of ["package.json", "homes", "dist"]) cpSync(name, join(folder, name), { recursive: true, filter });
  const worker = join(folder, "dist", "store-worker.js");
  const parts = readFileSync(worker, "utf8").split(change.instead);
  if (parts.length !== 2) throw new Error(`${change.instead} is there ${parts.length - 1} times, not once`);
  writeFileSync(worker, parts.join(change.put));
  return join(folder, "dist", "luxgate.js");
}

/** What stands in the way of tracing on this machine, found by trying; nothing if it works. */
export function whyNoTracing(): string | undefined {
  try {
    execFileSync("strace", ["-o", "/dev/null", "true"], { stdio: "pipe" });
    return undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "strace is not installed";
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    return `strace does not work here (${said.trim().split("\n")[0]})`;
  }
}

/** How to start the built program so that some of its calls on one file fail. */
export function commandWithFaults(
  path: string,
  faults: { readonly calls: string; readonly error: string; readonly when: string },
) {
  const { calls, error, when } = faults;
  const inject = ["-P", path, "-e", `trace=${calls}`, "-e", `inject=${calls}:error=${error}:when=${when}`];
  return ["strace", "-D", "-f", "-o", "/dev/null", ...inject, process.execPath, "dist/luxgate.js"];
}
