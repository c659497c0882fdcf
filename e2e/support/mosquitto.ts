import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { LineProcess } from "./line-process.ts";

/** Where Debian puts it; the path of a user who is not root leads elsewhere. */
const PROGRAM = "/usr/sbin/mosquitto";

/** A Mosquitto of the test's own: it can be stopped and started again, and remembers nothing. */
export class Mosquitto {
  readonly port: number;
  readonly #configuration: string;
  #process: LineProcess | undefined;

  private constructor(port: number, configuration: string) {
    this.port = port;
    this.#configuration = configuration;
  }

  /** Starts one; when the test is over, it is ended. */
  static async start(): Promise<Mosquitto> {
    requireMosquitto();
    const folder = mkdtempSync(join(tmpdir(), "luxgate-mosquitto-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const port = await freePort();
    const configuration = join(folder, "mosquitto.conf");
    const lines = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "persistence false", "log_dest stderr"];
    writeFileSync(configuration, `${lines.join("\n")}\n`);
    const mosquitto = new Mosquitto(port, configuration);
    onTestFinished(() => mosquitto.stop());
    await mosquitto.start();
    return mosquitto;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#process = new LineProcess(PROGRAM, ["-c", this.#configuration]);
    await this.#process.line(/mosquitto version \S+ running/);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
    this.#process = undefined;
  }
}

/** It is installed by `npm test` where that is possible; where it is not, the tests that need it say what they miss. */
function requireMosquitto(): void {
  const { error } = spawnSync(PROGRAM, ["-h"], { stdio: "ignore" });
  if (error) {
    throw new Error(`Events through a real broker are not tested: ${PROGRAM} is missing (apt-get install mosquitto).`);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
