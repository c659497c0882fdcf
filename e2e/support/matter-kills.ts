import { setTimeout as pause } from "node:timers/promises";
import { percentFromLevel } from "../../src/edges/matter/lamps/levels.ts";
import type { Seeded } from "../../test/support/home/seeded.ts";
import type { MatterController, MatterValue } from "./matter-controller-process.ts";
import type { MatterMachines } from "./matter-machines.ts";

const [LEVEL, INFORMATION, DESCRIPTOR] = [8, 57, 29];
const [CURRENT_LEVEL, LABEL, PARTS] = [0, 5, 3];
const BRIDGE = 1;
const ANY_TIME = { optionsMask: {}, optionsOverride: {} };
const LAMPS = ["Worktop", "Bedside left", "Reading lamp"];
/** Nobody else changes it: a command that a kill cut may come after the restart. */
const REPORTED_LAMP = "Ceiling";

/** The longest that something is let be before the kill, each time less by chance. */
const MOST_MILLIS = { commands: 400, changes: 400, start: 5_000 };
/** Of what the first pairing took, so that some end before the kill. */
const MOST_OF_PAIRING = 1.5;

export const DEEDS = ["pairing", "commands", "changes", "start"] as const;
type Deed = (typeof DEEDS)[number];

/** What was lost, and how long ecosystems waited. */
export class KillFigures {
  readonly rounds: Record<Deed, number> = { pairing: 0, commands: 0, changes: 0, start: 0 };
  /** Pairings that ended before the kill, and those that it cut. */
  readonly pairings = { done: 0, cut: 0 };
  readonly faults: string[] = [];
  /** From when the bridge was online until the first controller had a report. */
  readonly reportMillis: number[] = [];

  get count(): number {
    return Object.values(this.rounds).reduce((sum, rounds) => sum + rounds, 0);
  }
}

/** A gateway that is killed round after round, and a controller that stays paired. */
export class KilledBridge {
  readonly #machines: MatterMachines;
  readonly #stayer: MatterController;
  readonly #endpoints: ReadonlyMap<string, number>;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #mostMillis: Readonly<Record<Deed, number>>;
  readonly #chance: Seeded;
  readonly #figures: KillFigures;
  #percent = 1;

  private constructor(
    machines: MatterMachines,
    { stayer, endpoints, pairingMillis, chance, figures }: { stayer: MatterController } & Parts & Given,
  ) {
    this.#machines = machines;
    this.#stayer = stayer;
    this.#endpoints = endpoints;
    this.#mostMillis = { ...MOST_MILLIS, pairing: Math.round(pairingMillis * MOST_OF_PAIRING) };
    this.#numbers = machines.endpointNumbers;
    this.#chance = chance;
    this.#figures = figures;
  }

  static async of(machines: MatterMachines, given: Given): Promise<KilledBridge> {
    const stayer = machines.controller("Stayer");
    await stayer.ready();
    const beganMillis = performance.now();
    await stayer.pair({ pairingCode: await machines.openWindow() });
    const pairingMillis = performance.now() - beganMillis;
    const labels = await stayer.read({ cluster: INFORMATION, attribute: LABEL });
    await stayer.subscribe();
    const endpoints = new Map(labels.map(({ endpoint, value }) => [String(value), endpoint]));
    return new KilledBridge(machines, { ...given, stayer, endpoints, pairingMillis });
  }

  async round(deed: Deed): Promise<void> {
    const before = this.#figures.faults.length;
    const paired = await this.#doAndKill(deed);
    await this.#machines.serve();
    const onlineMillis = performance.now();
    await this.#checkReport(onlineMillis);
    await this.#checkFabrics(["Stayer", ...paired]);
    await this.#checkNumbers();
    this.#figures.rounds[deed] += 1;
    for (const fault of this.#figures.faults.slice(before))
      console.log(`round ${this.#figures.count}, ${deed}: ${fault}`);
  }

  /** Gives the labels of fabrics that were paired to the end. */
  async #doAndKill(deed: Deed): Promise<readonly string[]> {
    const millis = this.#chance.below(this.#mostMillis[deed]);
    if (deed === "pairing") return await this.#pairAndKill(millis);
    if (deed === "start") {
      await this.#machines.end("SIGKILL");
      await this.#machines.serveFor(millis);
      return [];
    }
    let isOver = false;
    const busy = this.#busy(deed, () => isOver);
    await pause(millis);
    await this.#machines.end("SIGKILL");
    isOver = true;
    await busy;
    return [];
  }

  async #pairAndKill(millis: number): Promise<readonly string[]> {
    const label = "Newcomer";
    const newcomer = this.#machines.controller(label);
    const pairingCode = await this.#machines.openWindow();
    // It needs some time to get going itself, before it says anything to the gateway.
    await newcomer.ready();
    let isPaired = false;
    const pairing = newcomer.pair({ pairingCode }).then(
      () => {
        isPaired = true;
      },
      () => undefined,
    );
    await Promise.race([pairing, pause(millis)]);
    const wasPaired = isPaired;
    await this.#machines.end("SIGKILL");
    await newcomer.stop();
    this.#figures.pairings[wasPaired ? "done" : "cut"] += 1;
    return wasPaired ? [label] : [];
  }

  /** Commands by an ecosystem, or changes by the operator, one after the other; a kill ends the last one. */
  async #busy(deed: "commands" | "changes", isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const lamp = LAMPS[this.#chance.below(LAMPS.length)] ?? "";
      const level = 3 + this.#chance.below(250);
      const done =
        deed === "commands"
          ? this.#stayer.invoke(this.#endpointOf(lamp), LEVEL, "moveToLevelWithOnOff", { level, ...ANY_TIME })
          : this.#machines.set(lamp, "on", `${percentFromLevel(level)}%`);
      // Once the gateway is killed, a command takes long to fail, and a change fails at once.
      await Promise.race([done.catch(() => pause(100)), pause(100)]);
    }
  }

  #endpointOf(lamp: string): number {
    return this.#endpoints.get(lamp) ?? 0;
  }

  async #checkReport(onlineMillis: number): Promise<void> {
    this.#percent = (this.#percent % 98) + 2;
    const percent = this.#percent;
    const endpoint = this.#endpointOf(REPORTED_LAMP);
    const isIt = (report: MatterValue) =>
      report.endpoint === endpoint &&
      report.cluster === LEVEL &&
      report.attribute === CURRENT_LEVEL &&
      percentFromLevel(Number(report.value)) === percent;
    this.#stayer.forget();
    await this.#machines.set(REPORTED_LAMP, "on", `${percent}%`);
    await this.#stayer.reported(isIt);
    this.#figures.reportMillis.push(performance.now() - onlineMillis);
  }

  /** Those that were paired are there; others, which a kill cut, are removed. */
  async #checkFabrics(labels: readonly string[]): Promise<void> {
    const { fabrics } = await this.#machines.state();
    const there: readonly string[] = fabrics.map(({ label }: { label: string }) => label);
    for (const label of labels) if (!there.includes(label)) this.#figures.faults.push(`lost the fabric ${label}`);
    for (const { label, index } of fabrics) {
      if (label === "Stayer") continue;
      await this.#machines.operator.done({ command: "matter.remove", with: { fabric: index } });
    }
  }

  async #checkNumbers(): Promise<void> {
    const stored = this.#machines.endpointNumbers;
    for (const [id, number] of this.#numbers) {
      if (stored.get(id) !== number)
        this.#figures.faults.push(`${id} had the endpoint ${number}, and has ${stored.get(id)}`);
    }
    const parts = (await this.#stayer.value(BRIDGE, DESCRIPTOR, PARTS)) as readonly number[];
    const missing = [...this.#endpoints.values()].filter((endpoint) => !parts.includes(endpoint));
    if (missing.length > 0) this.#figures.faults.push(`the controller misses the endpoints ${missing.join()}`);
  }
}

interface Parts {
  readonly endpoints: ReadonlyMap<string, number>;
  readonly pairingMillis: number;
}

interface Given {
  readonly chance: Seeded;
  readonly figures: KillFigures;
}
