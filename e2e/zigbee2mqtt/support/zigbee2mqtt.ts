import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { RadioNetwork } from "../radio/radio-network.ts";
import type { DevicePlan } from "../radio/zigbee-device.ts";
import { configurationText, type PeerOptions } from "./configuration.ts";

const PACKAGES = fileURLToPath(new URL("../node_modules", import.meta.url));
const PROGRAM = join(PACKAGES, "zigbee2mqtt", "index.js");
const RADIO = new URL("../radio/stand-in-radio.mjs", import.meta.url).href;
const COORDINATOR = "0x00124b0000c0ffee";
const PATIENCE_MILLIS = 10_000;
const LOG_PATIENCE_MILLIS = 60_000;
const LAST_LINES = 20;

export interface Zigbee2MqttOptions extends PeerOptions {
  readonly coordinator?: string;
}

/** Starts a real Zigbee2MQTT whose devices have all been interviewed; when the test is over, it is ended. */
export async function startZigbee2Mqtt(options: Zigbee2MqttOptions): Promise<Zigbee2Mqtt> {
  const folder = mkdtempSync(join(tmpdir(), "luxgate-zigbee2mqtt-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "configuration.yaml"), configurationText(options));
  const peer = new Zigbee2Mqtt(folder, options.coordinator ?? COORDINATOR);
  onTestFinished(() => peer.stop());
  await peer.start();
  await Promise.all((options.lamps ?? []).map((lamp) => peer.join(lamp)));
  return peer;
}

/** A Zigbee2MQTT of the test's own, with the devices that its radio reaches. */
export class Zigbee2Mqtt {
  readonly radio: RadioNetwork;
  /** What it logged since it was started last, line by line. */
  log: readonly string[] = [];
  readonly #folder: string;
  readonly #coordinator: string;
  #process: ChildProcess | undefined;
  #ended: Promise<unknown> = Promise.resolve();
  readonly #happening = new EventEmitter().setMaxListeners(0);

  constructor(folder: string, coordinator: string) {
    this.radio = new RadioNetwork(coordinator);
    this.#folder = folder;
    this.#coordinator = coordinator;
  }

  async start(): Promise<void> {
    if (!existsSync(PROGRAM)) throw new Error("Zigbee2MQTT is not installed here: npm run test:e2e installs it.");
    this.log = [];
    const { PATH } = process.env;
    const child = spawn(process.execPath, ["--import", RADIO, PROGRAM], {
      // Outside of any repository: it would take the commit of this one for its own, and try to build itself anew.
      cwd: this.#folder,
      env: {
        PATH,
        ZIGBEE2MQTT_DATA: this.#folder,
        Z2M_ONBOARD_NO_SERVER: "1",
        STAND_IN_COORDINATOR: this.#coordinator,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#process = child;
    this.#ended = once(child, "close").finally(() => {
      this.#process = undefined;
      this.#happening.emit("something");
    });
    for (const output of [child.stdout, child.stderr]) {
      if (output) createInterface({ input: output }).on("line", (line) => this.#hear(line));
    }
    this.radio.attach(child);
    await this.logged(/Zigbee2MQTT started!/);
  }

  /** A device joins; it is done when Zigbee2MQTT has asked it all it wants to know, and told it what to report. */
  async join(plan: DevicePlan): Promise<void> {
    this.radio.join(plan);
    await this.logged(new RegExp(`Successfully configured '${plan.name ?? plan.address}'`));
  }

  /** The first line that fits, whether it was logged already or is still to come. */
  async logged(pattern: RegExp): Promise<string> {
    const signal = AbortSignal.timeout(LOG_PATIENCE_MILLIS);
    for (;;) {
      const found = this.log.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      if (!this.#process || signal.aborted)
        throw new Error(`Zigbee2MQTT has not logged ${pattern}:\n${this.#lastLines}`);
      await once(this.#happening, "something", { signal }).catch(() => undefined);
    }
  }

  /** In good order, as a service is stopped. */
  async stop(): Promise<void> {
    const force = setTimeout(() => this.#process?.kill("SIGKILL"), PATIENCE_MILLIS);
    this.#process?.kill("SIGTERM");
    await this.#ended;
    clearTimeout(force);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  get #lastLines(): string {
    return this.log.slice(-LAST_LINES).join("\n");
  }

  #hear(line: string): void {
    this.log = [...this.log, line];
    this.#happening.emit("something");
  }
}
