import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { LineProcess } from "../e2e/support/line-process.ts";
import { LOAD_CORE } from "./process.ts";

const PROGRAM = "/usr/sbin/mosquitto";

/** A Mosquitto on the core of the load. */
export async function startMosquitto(folder: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (spawnSync(PROGRAM, ["-h"], { stdio: "ignore" }).error) {
    throw new Error(`npm run bench -- zigbee2mqtt needs ${PROGRAM} (Debian: apt-get install mosquitto).`);
  }
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

/** This process is the load from now on. */
export function moveToLoadCore(): void {
  spawnSync("taskset", ["-pc", LOAD_CORE, String(process.pid)], { stdio: "ignore" });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
