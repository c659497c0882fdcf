import { Pairing } from "../../edges/http/write/pairing.ts";
import type { RunningGateway } from "../../runtime/start-gateway.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";
import { DrivenClock } from "./driven-clock.ts";
import { homeToTest, someIdentity } from "./home-to-test.ts";
import { type Inner, type InnerOptions, type Simulated, startInner } from "./inner-gateway.ts";
import { type HeldPorts, holdPorts } from "./relay/held-ports.ts";
import { type Ports, type Relay, startRelay } from "./relay/relay.ts";
import type { RequestLog } from "./request-log.ts";
import { Rules } from "./rules.ts";
import type { TestGatewayOptions } from "./test-gateway.ts";

export interface TestbedOptions {
  readonly gateway: TestGatewayOptions;
  /** Whether its home may be the path of a file, or name files. */
  readonly mayReadFiles: boolean;
  readonly host: string;
  readonly ports: Ports;
  readonly log: RequestLog;
}

/** A gateway and what stands before it: what `luxgate/testing` and `luxgate sandbox` both command. */
export class Testbed {
  readonly identity = someIdentity();
  readonly log: RequestLog;
  readonly #given: TestbedOptions;
  readonly rules = new Rules();
  #settings: InnerOptions;
  #ports: Ports;
  #plugged: { readonly inner: Inner; readonly relay: Relay } | undefined;
  /** What was stored when the plug was pulled. */
  #kept: InnerOptions["contents"] | undefined;
  #held: HeldPorts | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #stopScript: () => void = () => undefined;

  private constructor(given: TestbedOptions) {
    this.#given = given;
    this.log = given.log;
    this.#ports = given.ports;
    this.#settings = this.#settingsFrom(given.gateway, given.mayReadFiles);
  }

  static async start(given: TestbedOptions): Promise<Testbed> {
    const testbed = new Testbed(given);
    await testbed.#begin();
    return testbed;
  }

  get ports(): Ports {
    return this.#ports;
  }

  get running(): RunningGateway {
    return this.#power.inner.running;
  }

  get simulated(): Simulated {
    return this.#power.inner.simulated;
  }

  get isPluggedIn(): boolean {
    return this.#plugged !== undefined;
  }

  /** Undefined for real time. */
  get drivenClock(): DrivenClock | undefined {
    const { clock } = this.#settings;
    return clock instanceof DrivenClock ? clock : undefined;
  }

  async pair(deviceType: string): Promise<string> {
    const { gateway } = this.running;
    const pairing = new Pairing({ gateway, today: () => new Date(), onPaired: () => undefined });
    gateway.pressButton();
    const given = Buffer.from(JSON.stringify({ device_type: deviceType }));
    const { body } = await pairing.pair({ body: given, clientAddress: "127.0.0.1" });
    const { data, msg } = JSON.parse(Buffer.concat([...body]).toString("utf8"));
    if (typeof data?.obj?.username !== "string") throw new Error(`pairing failed: ${msg}`);
    return data.obj.username;
  }

  /** Plays a script in place of the last one. */
  async play(text: string, speed: number | undefined): Promise<number> {
    const { readScript } = await import("../../edges/backends/simulated/script/read.ts");
    const { home, simulation } = this.simulated;
    const read = readScript(text, home);
    if ("problems" in read) {
      const lines = read.problems.map(({ line, column, message }) => `script:${line}:${column}: ${message}`);
      throw new TypeError(["The script is invalid:", ...lines].join("\n  "));
    }
    this.#stopScript();
    this.#stopScript = simulation.play(read.script, speed === undefined ? {} : { speed });
    return read.script.length;
  }

  stopScript(): void {
    this.#stopScript();
    this.#stopScript = () => undefined;
  }

  cutConnections(): void {
    this.#power.relay.cutConnections();
  }

  unplug(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#plugged) throw new Error("The gateway is already unplugged.");
      await this.#pullPlug((relay) => this.#holdPorts(relay));
    });
  }

  /** Ends everything. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#pullPlug((relay) => relay.stop());
      await this.#held?.freeDiscovery();
      this.#freePorts();
    });
  }

  plugIn(): Promise<void> {
    return this.#inTurn(async () => {
      const contents = this.#kept;
      if (!contents || this.#plugged) throw new Error("The gateway is already plugged in.");
      this.#settings = { ...this.#settings, contents };
      await this.#begin();
    });
  }

  /** As it was started, but for what is given: home, keys, rules, devices, log and clock. Ports and ids stay. */
  reset(given: TestGatewayOptions, mayReadFiles: boolean): Promise<void> {
    // What is wrong with a home leaves everything as it was.
    const settings = this.#settingsFrom({ ...this.#given.gateway, ...given }, mayReadFiles || given.home === undefined);
    return this.#inTurn(async () => {
      this.#settings = settings;
      this.stopScript();
      this.rules.clear();
      await this.#replaceInner();
    });
  }

  /** One after the other. */
  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(action);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #settingsFrom(given: TestGatewayOptions, mayReadFiles: boolean): InnerOptions {
    const { home = "demo", keys = [], clock = "real", profile = "home", mqttResync = true, allowOrigin = [] } = given;
    const contents = homeToTest({ home, keys, identity: this.identity, mayReadFiles });
    return { contents, clock: clockFor(clock), profile, mqttResync, allowOrigin };
  }

  async #begin(): Promise<void> {
    const inner = await startInner(this.#settings);
    const before = { host: this.#given.host, ports: this.#ports, rules: this.rules, log: this.log };
    await this.#held?.freeDiscovery();
    const relay = await startRelay(inner, before).catch(async (error) => {
      await inner.running.stop();
      throw error;
    });
    this.#freePorts();
    this.#ports = relay.ports;
    this.#plugged = { inner, relay };
  }

  async #replaceInner(): Promise<void> {
    if (!this.#plugged) {
      await this.#begin();
      this.log.clear();
      return;
    }
    const { inner: last, relay } = this.#plugged;
    const inner = await startInner(this.#settings);
    this.#plugged = { inner, relay };
    const replaced = relay.replaceGateway(inner);
    this.log.clear();
    await replaced;
    await last.running.stop();
  }

  async #holdPorts(relay: Relay): Promise<void> {
    this.#held = await holdPorts(this.#given.host, this.#ports, () => relay.stop());
  }

  #freePorts(): void {
    this.#held?.free();
    this.#held = undefined;
  }

  async #pullPlug(stop: (relay: Relay) => Promise<void>): Promise<void> {
    const plugged = this.#plugged;
    if (!plugged) return;
    this.#plugged = undefined;
    this.stopScript();
    await stop(plugged.relay);
    this.log.settleAll();
    await plugged.inner.running.stop();
    this.#kept = plugged.inner.store.contents;
  }

  get #power() {
    if (!this.#plugged) throw new Error("The gateway is unplugged.");
    return this.#plugged;
  }
}

function clockFor(clock: NonNullable<TestGatewayOptions["clock"]>) {
  if (clock === "real") return SYSTEM_CLOCK;
  return clock === "driven" ? new DrivenClock() : clock;
}
