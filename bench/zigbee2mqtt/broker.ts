import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LineProcess } from "../../e2e/support/line-process.ts";
import { freePort } from "../support/free-port.ts";
import { LOAD_CORE } from "../support/process.ts";

const PROGRAM = "/usr/sbin/mosquitto";

/** A Mosquitto on the core of the load. */
export async function startMosquitto(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const configuration = join(folder, "mosquitto.conf");
  writeFileSync(
    configuration,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_dest stderr\n`,
  );
  const mosquitto = new LineProcess("taskset", ["-c", LOAD_CORE, PROGRAM, "-c", configuration]);
  await mosquitto.line(/mosquitto version \S+ running/);
  return { url: `mqtt://127.0.0.1:${port}`, stop: () => mosquitto.stop() };
}
