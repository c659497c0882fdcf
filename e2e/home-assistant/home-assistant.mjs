// A Home Assistant with a configuration folder of its own, on a free port of this machine, and its user.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const HASS = join(dirname(fileURLToPath(import.meta.url)), ".venv/bin/hass");
const START_MILLIS = 180_000;
const CLIENT = "http://127.0.0.1/";

/** Nothing but what the examples need: what comes by default looks for devices all over the network. */
const configuration = (port) => `
homeassistant:
  name: Home
  packages: !include_dir_named packages
http:
  server_host: 127.0.0.1
  server_port: ${port}
api:
config:
onboarding:
`;

export class HomeAssistant {
  #folder;
  #url;
  #token;
  #program;

  static async in(folder) {
    const port = await freePort();
    mkdirSync(join(folder, "packages"), { recursive: true });
    writeFileSync(join(folder, "configuration.yaml"), configuration(port));
    return new HomeAssistant(folder, `http://127.0.0.1:${port}`);
  }

  constructor(folder, url) {
    this.#folder = folder;
    this.#url = url;
  }

  /** Configuration of its own, in effect from the next start. */
  configure(file, text) {
    writeFileSync(join(this.#folder, file), text);
  }

  async start() {
    const log = openSync(this.#log, "a");
    // Whatever it needs is installed already.
    this.#program = spawn(HASS, ["-c", this.#folder, "--skip-pip"], { stdio: ["ignore", log, log] });
    closeSync(log);
    await until("Home Assistant runs", async () => (await this.#isUp()) && (await this.#isRunning()), START_MILLIS);
  }

  async stop() {
    if (!this.#program) return;
    this.#program.kill("SIGTERM");
    if (this.#program.exitCode === null && this.#program.signalCode === null) await once(this.#program, "exit");
  }

  async state(entity) {
    return await this.ask("GET", `/api/states/${entity}`);
  }

  async act(action, data) {
    await this.ask("POST", `/api/services/${action.replace(".", "/")}`, data);
  }

  /** Goes through a dialogue of its settings, with one answer for each step. */
  async answer(dialogue, handler, ...answers) {
    const path = `/api/config/config_entries/${dialogue}`;
    let step = await this.ask("POST", path, { handler });
    for (const given of answers) step = await this.ask("POST", `${path}/${step.flow_id}`, given);
    if (step.type !== "create_entry") throw new Error(`${handler} was not set up: ${JSON.stringify(step)}`);
    return step.result;
  }

  /** What it holds for wrong, with where that happened, but for a library that only cameras need. */
  errors() {
    const entries = readFileSync(this.#log, "utf8").split(/\n(?=\d{4}-\d{2}-\d{2} )/);
    return entries.filter((entry) => / ERROR /.test(entry) && !entry.includes("turbojpeg"));
  }

  get #log() {
    return join(this.#folder, "output.log");
  }

  async ask(method, path, data) {
    const headers = { authorization: `Bearer ${this.#token}`, "content-type": "application/json" };
    const answer = await fetch(`${this.#url}${path}`, { method, headers, body: data && JSON.stringify(data) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return await answer.json();
  }

  async #isUp() {
    if (this.#program.exitCode !== null) throw new Error(`Home Assistant ended:\n${readFileSync(this.#log, "utf8")}`);
    const answer = await fetch(`${this.#url}/api/onboarding`).catch(() => undefined);
    return answer?.ok;
  }

  async #isRunning() {
    this.#token ??= await this.#firstUser();
    return (await this.ask("GET", "/api/config")).state === "RUNNING";
  }

  async #firstUser() {
    const user = { client_id: CLIENT, name: "Me", username: "me", password: "mine", language: "en" };
    const { auth_code: code } = await this.ask("POST", "/api/onboarding/users", user);
    const body = new URLSearchParams({ grant_type: "authorization_code", code, client_id: CLIENT });
    const answer = await fetch(`${this.#url}/auth/token`, { method: "POST", body });
    return (await answer.json()).access_token;
  }
}

/** Settles once something holds, and fails with its name when that takes too long. */
export async function until(what, holds, patienceMillis) {
  const giveUpAt = Date.now() + patienceMillis;
  while (!(await holds())) {
    if (Date.now() > giveUpAt) throw new Error(`not within ${patienceMillis / 1000} s: ${what}`);
    await pause(20);
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
