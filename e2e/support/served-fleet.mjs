// A fleet on this machine: one NATS server, two gateways and a front, all of them the built programs. The first gateway
// has the demo home.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { natsServer } from "../../tools/nats-server.mjs";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const LUXGATE = [process.execPath, join(ROOT, "dist/luxgate.js")];
/** A busy machine takes a while. */
const START_MILLIS = 60_000;

const GATEWAYS = [
  { name: "Home", home: "demo", mac: "02:4C:55:58:00:01" },
  { name: "Lobby", home: "fleet-lobby", mac: "02:4C:55:58:00:02" },
];

export class ServedFleet {
  /** Of the front, which keeps them when it is started again. */
  ports = { http: 0, mqtt: 0 };
  #folder;
  #nats;
  #credentials = new Map();
  #server;
  #gateways = new Map();
  #front;

  constructor(folder) {
    mkdirSync(folder, { mode: 0o700 });
    this.#folder = folder;
  }

  get url() {
    return `http://127.0.0.1:${this.ports.http}`;
  }

  /** What the front and the gateways reported as errors. */
  get errors() {
    return [this.#front, ...this.#gateways.values()].map((program) => program?.errors ?? "").join("");
  }

  async start() {
    const configuration = await this.#configure();
    this.#server = new Running("nats-server", [natsServer(), "-c", configuration]);
    await this.#server.prints(/Server is ready/);
    await this.fleet("setup");
    for (const { name } of GATEWAYS) this.#credentials.set(name, await this.#added("add", name));
    this.#credentials.set("Front", await this.#added("add-front", "Front"));
    for (const { name } of GATEWAYS) await this.startGateway(name);
    await this.startFront();
  }

  async stop() {
    await this.stopFront();
    await Promise.all(GATEWAYS.map(({ name }) => this.stopGateway(name)));
    await this.#server?.stop();
  }

  async startFront() {
    const nats = ["--nats", this.#nats, "--credentials", this.#credentials.get("Front")];
    const ports = ["--http-port", `${this.ports.http}`, "--mqtt-port", `${this.ports.mqtt}`, "--discovery-port", "0"];
    this.#front = new Running("the front", [...LUXGATE, "fleet", "serve", ...nats, ...ports, "--host", "127.0.0.1"]);
    const [, http, mqtt] = await this.#front.prints(/is ready at http:\/\/\S+:(\d+).*MQTT port (\d+).*pairing/s);
    this.ports = { http: Number(http), mqtt: Number(mqtt) };
  }

  async stopFront() {
    await this.#front?.stop();
  }

  /** Resolves when it is a member of the fleet. */
  async startGateway(name) {
    const { home, mac } = GATEWAYS.find((gateway) => gateway.name === name);
    const place = ["--http-port", "0", "--mqtt-port", "0", "--discovery-port", "0", "--no-mdns", "--host", "127.0.0.1"];
    const own = ["--home", join(ROOT, `homes/${home}.yaml`), "--data-dir", this.#dataOf(name), "--mac", mac];
    const fleet = ["--fleet", this.#nats, "--fleet-credentials", this.#credentials.get(name)];
    const gateway = new Running(`the gateway ${name}`, [...LUXGATE, "serve", ...place, ...own, ...fleet]);
    this.#gateways.set(name, gateway);
    await gateway.prints(/Joined the fleet/);
  }

  async stopGateway(name) {
    await this.#gateways.get(name)?.stop();
  }

  /** Runs a command of the operator of the first gateway, such as `sim switch`. */
  luxgate(...args) {
    return luxgate([...args, "--data-dir", this.#dataOf(GATEWAYS[0].name)]);
  }

  /** Runs a command of the fleet's operator. */
  fleet(...args) {
    return luxgate(["fleet", ...args, "--folder", this.#keys, "--nats", this.#nats]);
  }

  /** A key, as a client gets it at the front within 10 seconds of a press. */
  async key(name) {
    await this.fleet("press");
    const options = { method: "POST", body: JSON.stringify({ device_type: name }) };
    const paired = async () => (await (await fetch(`${this.url}/api`, options)).json()).data?.obj?.username;
    // The front learns of the press a moment later.
    return within(START_MILLIS, "the front lets a client in", paired);
  }

  get #keys() {
    return join(this.#folder, "keys");
  }

  #dataOf(name) {
    return join(this.#folder, name);
  }

  /** As `luxgate fleet init` configures the server, for this machine alone. */
  async #configure() {
    await luxgate(["fleet", "init", this.#keys, "--data-folder", join(this.#folder, "nats")]);
    const port = await freePort();
    this.#nats = `nats://127.0.0.1:${port}`;
    const given = readFileSync(join(this.#keys, "servers/one-node/nats-server.conf"), "utf8");
    const text = given.replace("0.0.0.0:4222", `127.0.0.1:${port}`).replace("0.0.0.0:7422", "127.0.0.1:-1");
    const configuration = join(this.#keys, "servers/one-node/this-machine.conf");
    writeFileSync(configuration, text);
    return configuration;
  }

  async #added(...args) {
    return JSON.parse(await this.fleet(...args, "--json")).credentials;
  }
}

class Running {
  errors = "";
  #name;
  #program;
  #output = "";
  #isStopping = false;

  constructor(name, [file, ...args]) {
    this.#name = name;
    this.#program = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
    const read = (text) => {
      this.#output += text;
    };
    this.#program.stdout.on("data", read);
    this.#program.stderr.on("data", (text) => {
      this.errors += text;
      read(text);
    });
    this.#program.once("exit", (code, signal) => {
      if (!this.#isStopping) this.errors += `${name} ended with ${code ?? signal}\n`;
    });
  }

  async prints(pattern) {
    return within(START_MILLIS, `${this.#name} prints ${pattern}`, () => {
      if (this.#program.exitCode !== null) throw new Error(`${this.#name} ended: ${this.#output}`);
      return pattern.exec(this.#output);
    });
  }

  async stop() {
    this.#isStopping = true;
    this.#program.kill("SIGTERM");
    if (this.#program.exitCode === null && this.#program.signalCode === null) await once(this.#program, "exit");
  }
}

async function luxgate(args) {
  const [file, ...before] = LUXGATE;
  return (await promisify(execFile)(file, [...before, ...args])).stdout;
}

async function within(millis, what, found) {
  for (const endsAt = Date.now() + millis; Date.now() < endsAt; await pause(20)) {
    const result = await found();
    if (result) return result;
  }
  throw new Error(`not within ${millis / 1000} s: ${what}`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
