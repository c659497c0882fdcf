// The built gateway with the demo home and its Matter bridge, on a machine of its own.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inNetwork } from "./networks.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const PROGRAM = join(ROOT, "dist/luxgate.js");
const HOME = ["--home", join(ROOT, "homes/demo.yaml")];

export class Gateway {
  #network;
  #folder;
  #program;

  constructor(network, folder) {
    this.#network = network;
    this.#folder = folder;
  }

  /** Settles once the bridge is online. */
  async start() {
    const args = ["serve", ...HOME, "--data-dir", this.#folder, "--matter", "--mqtt-port", "0", "--no-mdns"];
    const [command, given] = inNetwork(this.#network, process.execPath, PROGRAM, ...args);
    this.#program = spawn(command, given, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    for await (const piece of this.#program.stdout) {
      said += piece;
      if (/Matter: \d+ lamps on UDP port/.test(said)) break;
    }
    if (!/Matter: \d+ lamps/.test(said)) throw new Error(`the bridge did not go online:\n${said}`);
  }

  async stop(signal = "SIGTERM") {
    if (this.#program.exitCode !== null || this.#program.signalCode !== null) return;
    const over = once(this.#program, "exit");
    this.#program.kill(signal);
    await over;
  }

  /** The same gateway on another folder. */
  on(folder) {
    return new Gateway(this.#network, folder);
  }

  luxgate(...args) {
    return execFileSync(process.execPath, [PROGRAM, ...args, "--data-dir", this.#folder], { encoding: "utf8" }).trim();
  }

  json(...args) {
    return JSON.parse(this.luxgate(...args, "--json"));
  }

  lamp(name) {
    return this.lights().find((light) => light.name === name);
  }

  /** What the home shows, over HTTP from its own machine. */
  lights() {
    const url = "http://127.0.0.1:8080/clip/v2/resource/light";
    const script = `fetch("${url}").then(async (answer) => console.log(await answer.text()))`;
    const [command, args] = inNetwork(this.#network, process.execPath, "-e", script);
    const { data } = JSON.parse(execFileSync(command, args, { encoding: "utf8" }));
    return data.arr;
  }
}
