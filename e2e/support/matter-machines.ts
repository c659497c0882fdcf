import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { readMatter } from "../../src/edges/store/folder/matter-file.ts";
import type { Wire } from "../../test/support/http/http-client.ts";
import { DatagramThrower } from "./datagram-thrower.ts";
import { LineProcess } from "./line-process.ts";
import { MatterController } from "./matter-controller-process.ts";
import type { NetworkNamespace } from "./network-namespace.ts";
import { OperatorLine } from "./operator-line.ts";
import { twoMachines } from "./two-machines.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/luxgate.js", import.meta.url));

/** A machine with a gateway and its Matter bridge, and another one for controllers. */
export class MatterMachines {
  readonly #here: NetworkNamespace;
  readonly #there: NetworkNamespace;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #gateway: LineProcess | undefined;
  operator: OperatorLine;

  private constructor(
    [here, there]: readonly [NetworkNamespace, NetworkNamespace],
    { folder, settings, operator }: { folder: string; settings: readonly string[]; operator: OperatorLine },
  ) {
    this.#here = here;
    this.#there = there;
    this.#folder = folder;
    this.#settings = settings;
    this.operator = operator;
  }

  static async start(...settings: readonly string[]): Promise<MatterMachines> {
    return await MatterMachines.startOn(await twoMachines(), settings);
  }

  /** The first of two machines has the gateway. */
  static async startOn(
    machines: readonly [NetworkNamespace, NetworkNamespace],
    settings: readonly string[],
  ): Promise<MatterMachines> {
    for (const machine of machines) machine.ip("route", "add", "default", "dev", "lan");
    const folder = mkdtempSync(join(tmpdir(), "luxgate-matter-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const gateway = serveIn(machines[0], folder, settings);
    await gateway.line(/is ready at/);
    const operator = await OperatorLine.open(folder);
    const made = new MatterMachines(machines, { folder, settings, operator });
    made.#gateway = gateway;
    onTestFinished(() => made.#gateway?.stop());
    await gateway.line(ONLINE);
    return made;
  }

  controller(label?: string): MatterController {
    const controller = new MatterController(this.#there, label);
    onTestFinished(() => controller.stop());
    return controller;
  }

  /** Somebody with the controllers' machine, and no pairing. */
  stranger(): DatagramThrower {
    const thrower = new DatagramThrower(this.#there);
    onTestFinished(() => thrower.stop());
    return thrower;
  }

  get gateway(): LineProcess {
    if (!this.#gateway) throw new Error("the gateway has ended");
    return this.#gateway;
  }

  /** A controller that is paired by the code that the operator sees. */
  async paired(label?: string): Promise<MatterController> {
    const controller = this.controller(label);
    await controller.pair({ pairingCode: await this.openWindow() });
    return controller;
  }

  async openWindow(): Promise<string> {
    const { manualCode } = await this.operator.done({ command: "matter.pair", with: {} });
    return String(manualCode).replaceAll("-", "");
  }

  /** Ends the gateway with a signal, and starts it again. */
  async restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.end(signal);
    await this.serve();
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.operator.close();
    this.#gateway?.signal(signal);
    await this.#gateway?.stop();
  }

  /** Starts it again, and waits until the bridge is online. */
  async serve(meanwhile?: () => Promise<void>): Promise<void> {
    this.#gateway = serveIn(this.#here, this.#folder, this.#settings);
    await this.#gateway.line(/is ready at/);
    this.operator = await OperatorLine.open(this.#folder);
    await meanwhile?.();
    await this.#gateway.line(ONLINE);
  }

  /** Starts it again, and kills it after some time, wherever it is then. */
  async serveFor(millis: number): Promise<void> {
    this.#gateway = serveIn(this.#here, this.#folder, this.#settings);
    await pause(millis);
    await this.end("SIGKILL");
  }

  /** The endpoint number of each lamp, as it is stored. */
  get endpointNumbers(): ReadonlyMap<string, number> {
    return new Map(readMatter(this.#folder)?.lamps);
  }

  /** A device as the operator sees it. */
  async device(name: string): Promise<Wire> {
    const devices = (await this.operator.done({ command: "device.list", with: {} })) as unknown as readonly Wire[];
    const found = devices.find((device) => device.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  }

  set(device: string, ...words: readonly string[]): Promise<Wire> {
    return this.operator.done({ command: "set", with: { device, words: [...words] } });
  }

  state(): Promise<Wire> {
    return this.operator.done({ command: "matter.state", with: {} });
  }
}

const ONLINE = /Matter: \d+ lamps on UDP port/;

function serveIn(namespace: NetworkNamespace, folder: string, settings: readonly string[]): LineProcess {
  const { command, args } = namespace.command(process.execPath, PROGRAM, "serve", "--data-dir", folder, "--matter");
  return new LineProcess(command, [...args, "--mac", "02:00:00:00:00:09", ...settings]);
}
