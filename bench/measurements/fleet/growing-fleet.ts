import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Credentials } from "../../../src/edges/fleet/authority/credentials.ts";
import { purgeEntries } from "../../../src/edges/fleet/bucket-entries.ts";
import { FLEET_BUCKET } from "../../../src/edges/fleet/subjects.ts";
import { startFleet, type TestFleet } from "../../../test/support/nats/fleet-servers.ts";
import { AskedProcess } from "../../support/asked-process.ts";
import type { FleetChange } from "../../support/fleet-change.ts";
import { BOTH_CORES, LOAD_CORE, moveTo, type Server, startFront } from "../../support/process.ts";
import { memoryOf } from "../../support/process-figures.ts";

export const LIGHTS_OF_EACH = 100;

/** More gateways than this in one process would make one another wait. */
const MOST_IN_PROCESS = 250;

/** A cluster whose fleet gets more and more gateways, many of them in one process. */
export class GrowingFleet {
  readonly #fleet: TestFleet;
  readonly #folder: string;
  readonly #processes: { readonly process: AskedProcess; readonly count: number }[] = [];
  #gateways = 0;
  #fronts = 0;

  private constructor(fleet: TestFleet, folder: string) {
    this.#fleet = fleet;
    this.#folder = folder;
  }

  /** On the cores of both sides: a front has a machine of its own. */
  static async start(folder: string, servers: 1 | 3): Promise<GrowingFleet> {
    const fleet = await startFleet(servers);
    for (const { pid } of fleet.servers) moveTo(pid, BOTH_CORES);
    mkdirSync(folder, { recursive: true });
    return new GrowingFleet(fleet, folder);
  }

  get servers(): readonly string[] {
    return this.#fleet.urls;
  }

  credentials(role: "gateway" | "front"): Promise<Credentials> {
    return this.#fleet.credentials(role);
  }

  /** Settles once the cluster has all that so many gateways have. They join on both cores, and stay on the load's. */
  async growTo(gateways: number): Promise<void> {
    const { authority, seeds, urls: servers } = this.#fleet;
    const joining: Promise<unknown>[] = [];
    while (this.#gateways < gateways) {
      const count = Math.min(MOST_IN_PROCESS, gateways - this.#gateways);
      const { text: command } = await this.#fleet.credentials("command");
      const process = AskedProcess.start("fleet-gateways", BOTH_CORES);
      this.#processes.push({ process, count });
      const [first, folder, lights] = [this.#gateways + 1, this.#folder, LIGHTS_OF_EACH];
      const join = { do: "join", servers, authority, signer: seeds.gateway, command, first, count, lights, folder };
      joining.push(process.ask(join));
      this.#gateways += count;
    }
    await Promise.all(joining);
    for (const { process } of this.#processes) moveTo(process.pid, LOAD_CORE);
  }

  async startFront(): Promise<Server> {
    this.#fronts += 1;
    const file = join(this.#folder, `front-${this.#fronts}.creds`);
    writeFileSync(file, (await this.credentials("front")).text, { mode: 0o600 });
    return startFront(this.servers, file);
  }

  /** Has lamps report so many changes a second, spread over all gateways; gives all that were made. */
  async change(perSecond: number, seconds: number): Promise<readonly FleetChange[]> {
    const changing = this.#processes.map(({ process, count }) => {
      const question = { do: "change", perSecond: (perSecond * count) / this.#gateways, seconds };
      return process.ask<{ readonly made: readonly FleetChange[] }>(question);
    });
    const all = await Promise.all(changing);
    return all.flatMap(({ made }) => made);
  }

  /** Removes what somebody put who is no gateway of the fleet. */
  async forget(id: string): Promise<void> {
    await purgeEntries(await this.#fleet.connect(), FLEET_BUCKET, `${id}.>`);
  }

  /** Of the largest server, in millions of bytes. */
  get serverMegabytes(): number {
    return Math.max(...this.#fleet.servers.map(({ pid }) => memoryOf(pid).now));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map(({ process }) => process.stop()));
    await this.#fleet.stop();
  }
}
