// python-matter-server with the CHIP SDK's controller, on a machine of its own, asked over its WebSocket.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inNetwork } from "./networks.mjs";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const SERVER = join(FOLDER, ".venv/bin/python");
/** The public roots of test devices, from the CHIP SDK (Apache-2.0). */
const ROOTS = join(FOLDER, "test-roots");
const START_MILLIS = 60_000;

export class Controller {
  #network;
  #folder;
  #server;
  #relay;
  #asked = new Map();
  #last = 0;
  #listeners = new Set();

  constructor(network, folder) {
    this.#network = network;
    this.#folder = folder;
  }

  async start() {
    const roots = join(this.#folder, "roots");
    mkdirSync(roots, { recursive: true });
    for (const name of readdirSync(ROOTS)) copyFileSync(join(ROOTS, name), join(roots, name));
    // Without a fresh one the server empties the folder, and asks the internet.
    writeFileSync(join(roots, ".version"), "1");
    const args = ["-m", "matter_server.server", "--storage-path", this.#folder, "--paa-root-cert-dir", roots];
    const [command, given] = inNetwork(this.#network, SERVER, ...args, "--primary-interface", "lan");
    this.#server = spawn(command, given, { stdio: ["ignore", "ignore", "pipe"] });
    let errors = "";
    this.#server.stderr.on("data", (text) => (errors = (errors + text).slice(-4_000)));
    this.#server.once("exit", () => {
      for (const { reject } of this.#asked.values()) reject(new Error(`the Matter server ended:\n${errors}`));
    });
    const [relay, inside] = inNetwork(this.#network, process.execPath, join(FOLDER, "relay.mjs"), `${START_MILLIS}`);
    this.#relay = spawn(relay, inside, { stdio: ["pipe", "pipe", "inherit"] });
    void this.#hear();
    await this.ask("start_listening");
  }

  /** Asks the server; rejects with what it says is wrong. */
  ask(command, args = {}) {
    const id = `${++this.#last}`;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#relay.stdin.write(`${JSON.stringify({ message_id: id, command, args })}\n`);
    });
  }

  /** Settles with an attribute's new value, once the bridge reports one that fits. */
  reported(path, fits) {
    return new Promise((resolve) => {
      const listener = ({ event, data }) => {
        if (event !== "attribute_updated" || data[1] !== path || !fits(data[2])) return;
        this.#listeners.delete(listener);
        resolve(data[2]);
      };
      this.#listeners.add(listener);
    });
  }

  /** It hears nothing and answers nothing, like a phone that is elsewhere. */
  pause() {
    this.#server.kill("SIGSTOP");
  }

  goOn() {
    this.#server.kill("SIGCONT");
  }

  async stop() {
    this.goOn();
    this.#relay.kill();
    this.#server.kill();
    if (this.#server.exitCode === null) await Promise.race([once(this.#server, "exit"), pause(10_000)]);
    this.#server.kill("SIGKILL");
  }

  async #hear() {
    let text = "";
    for await (const piece of this.#relay.stdout) {
      text += piece;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) this.#take(JSON.parse(line));
    }
  }

  #take(message) {
    if (message.event) for (const listener of this.#listeners) listener(message);
    const asked = this.#asked.get(message.message_id);
    if (!asked) return;
    this.#asked.delete(message.message_id);
    if (message.error_code === undefined) asked.resolve(message.result);
    else asked.reject(new Error(`error ${message.error_code}: ${message.details}`));
  }
}
