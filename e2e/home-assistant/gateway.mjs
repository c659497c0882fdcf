// The built gateway with the demo home, on free ports of this machine that it keeps when it is started again.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PROGRAM = join(ROOT, "dist/luxgate.js");

export class Gateway {
  name = "at a gateway";
  ports = { http: 0, mqtt: 0 };
  #folder;
  #program;

  constructor(folder) {
    mkdirSync(folder, { mode: 0o700 });
    this.#folder = folder;
  }

  async start() {
    const { http, mqtt } = this.ports;
    const ports = ["--http-port", `${http}`, "--mqtt-port", `${mqtt}`, "--discovery-port", "0", "--no-mdns"];
    const home = ["--home", join(ROOT, "homes/demo.yaml"), "--data-dir", this.#folder, "--host", "127.0.0.1"];
    this.#program = spawn(process.execPath, [PROGRAM, "serve", ...ports, ...home], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.ports = await announcedPorts(this.#program.stdout);
  }

  async stop() {
    this.#program.kill("SIGTERM");
    if (this.#program.exitCode === null) await once(this.#program, "exit");
  }

  /** What may go away and come back. */
  get outages() {
    return [{ of: "the gateway", end: () => this.stop(), mend: () => this.start() }];
  }

  async turnWallSwitch(lamp, position) {
    this.#luxgate("sim", "switch", lamp, position);
  }

  async set(lamp, ...words) {
    this.#luxgate("set", lamp, ...words);
  }

  async light(id) {
    return (await this.#asked(`/clip/v2/resource/light/${id}`)).data.obj;
  }

  /** A key, as a client gets it within 10 seconds of a press. */
  async key() {
    this.#luxgate("press");
    const body = JSON.stringify({ device_type: "luxgate#home-assistant" });
    return (await this.#asked("/api", { method: "POST", body })).data.obj.username;
  }

  #luxgate(...args) {
    execFileSync(process.execPath, [PROGRAM, ...args, "--data-dir", this.#folder], { stdio: "pipe" });
  }

  async #asked(path, options) {
    return await (await fetch(`http://127.0.0.1:${this.ports.http}${path}`, options)).json();
  }
}

async function announcedPorts(output) {
  let text = "";
  output.on("data", (more) => {
    text += more;
  });
  for (;;) {
    const [, http, mqtt] = /is ready at http:\/\/\S+:(\d+).*MQTT port (\d+).*pairing/s.exec(text) ?? [];
    if (mqtt) return { http: Number(http), mqtt: Number(mqtt) };
    if (output.readableEnded) throw new Error(`the gateway did not start: ${text}`);
    await pause(20);
  }
}
