// The folder of `npm run fleet`: the keys of a fleet, its credentials, data and logs. A later start continues with it.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { Guard } from "./fleet-guard.mjs";
import { lock } from "./fleet-lock.mjs";

const FLEET_NAME = "Grand Hotel";
const [FRONT, GATEWAYS] = ["Front", ["Lobby", "Floor 1", "Floor 2"]];

const DRAFT = "demo.json.new";

/** What went wrong, for people. */
export class Problem extends Error {}

/** Settings of other gateways on this machine are not for these. */
export const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^LUXGATE_/.test(name)));

export const LUXGATE = [process.execPath, ...process.execArgv, "dist/luxgate.js"];

export class DemoFolder {
  constructor(path) {
    this.path = resolve(path);
    this.guard = new Guard(this.file("processes"));
    this.state = { isComplete: false, path: this.path, credentials: {} };
  }

  file(...names) {
    return join(this.path, ...names);
  }

  /** As a person in the checkout types it. */
  get shown() {
    const path = relative("", this.path);
    return path.startsWith("..") ? this.path : path;
  }

  get keys() {
    return this.file("keys");
  }

  get isNew() {
    return !this.state.isComplete;
  }

  /** Takes the folder for this process. What a first start left unfinished is removed. */
  async open() {
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    const isOurs = existsSync(this.file("demo.json"));
    const others = readdirSync(this.path).filter((name) => name !== "running");
    if (!isOurs && others.some((name) => name !== DRAFT)) {
      throw new Problem(`${this.shown} has other files in it. Use an empty folder.`);
    }
    this.unlock = await lock(this.#socket);
    if (!this.unlock) {
      throw new Problem(`The fleet in ${this.shown} already runs. Stop it first, or use --folder for another one.`);
    }
    await this.guard.formerEnded();
    if (isOurs) this.state = JSON.parse(readFileSync(this.file("demo.json"), "utf8"));
    if (this.isNew) {
      for (const name of others) {
        rmSync(this.file(name), { recursive: true, force: true });
      }
      this.state = { isComplete: false, path: this.path, credentials: {} };
      this.#save();
    }
  }

  /** Makes the keys. The configuration of the server is that of `luxgate fleet init`, for this machine alone. */
  async makeKeys(port, signal) {
    if (this.isNew) {
      await this.luxgate(
        ["fleet", "init", this.keys, "--name", FLEET_NAME, "--data-folder", this.file("nats")],
        signal,
      );
    }
    const text = readFileSync(join(this.keys, "servers/one-node/nats-server.conf"), "utf8")
      .replaceAll("0.0.0.0:4222", `127.0.0.1:${port}`)
      .replaceAll("0.0.0.0:7422", "127.0.0.1:-1")
      .replaceAll(join(this.state.path, "nats"), this.file("nats"));
    const configuration = join(this.keys, "servers/one-node/this-machine.conf");
    writeFileSync(configuration, text);
    return configuration;
  }

  /** Makes what is missing on the server, and the credentials of the gateways and of the front. */
  async setUp(url, signal) {
    const fleet = (...args) => this.luxgate(["fleet", ...args, "--folder", this.keys, "--nats", url, "--json"], signal);
    await fleet("setup");
    if (!this.isNew) return;
    const added = [...GATEWAYS.map((name) => ["add", name]), ["add-front", FRONT]].map(async (args) => {
      const { name, credentials } = JSON.parse(await fleet(...args));
      this.state.credentials[name] = relative(this.path, credentials);
    });
    await Promise.all(added);
    this.state.isComplete = true;
    this.#save();
  }

  credentials(name) {
    return this.file(this.state.credentials[name]);
  }

  async luxgate(args, signal) {
    const [file, ...before] = LUXGATE;
    try {
      const running = promisify(execFile)(file, [...before, ...args], { env: ENVIRONMENT, signal });
      this.guard.add(running.child);
      const { stdout } = await running;
      return stdout;
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Problem(
        `luxgate ${args.slice(0, 2).join(" ")} failed: ${(error.stderr ?? "").trim() || error.message}`,
      );
    }
  }

  close() {
    this.guard.end();
    this.unlock?.();
  }

  /** The names of sockets are short. */
  get #socket() {
    const path = this.file("running");
    const near = relative("", path);
    return near.length < path.length ? near : path;
  }

  #save() {
    const draft = this.file(DRAFT);
    writeFileSync(draft, `${JSON.stringify(this.state, null, 2)}\n`);
    renameSync(draft, this.file("demo.json"));
  }
}
