import { spawn } from "node:child_process";
import { once } from "node:events";
import { LOAD_CORE } from "./process.ts";

/**
 * A process of bench/processes on the load's core, given something; gives what it found. One that is not measured itself
 * runs behind those that are, which share the core.
 */
export async function runLoad<Found>(name: string, given: unknown, { isMeasured = true } = {}): Promise<Found> {
  const behind = isMeasured ? [] : ["nice", "-n", "19"];
  const child = spawn("taskset", ["-c", LOAD_CORE, ...behind, process.execPath, `dist/bench/${name}.js`], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const said = once(child, "message");
  const ended = once(child, "exit");
  child.send({ given });
  const found = await Promise.race([said, ended.then(() => undefined)]);
  if (found === undefined) throw new Error(`${name} ended before it said what it found`);
  await ended;
  return found[0] as Found;
}
