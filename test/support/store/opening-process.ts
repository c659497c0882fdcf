import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { STORE_WORKER } from "../../../src/runtime/package.ts";

/** Another process that opens a state folder, and the line that it says then: "open", or why it cannot. */
export async function opening(folder: string): Promise<{ process: ChildProcess; said: string }> {
  const process = spawn(globalThis.process.execPath, ["test/support/store/store-process.mjs", STORE_WORKER, folder]);
  const [said] = await once(createInterface(process.stdout), "line");
  return { process, said };
}

export async function kill(process: ChildProcess): Promise<void> {
  const exited = once(process, "exit");
  process.kill("SIGKILL");
  await exited;
}
