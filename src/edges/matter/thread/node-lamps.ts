import { Endpoint } from "@matter/main";
import { BridgedDeviceBasicInformationServer } from "@matter/main/behaviors/bridged-device-basic-information";
import { AggregatorEndpoint } from "@matter/main/endpoints/aggregator";
import type { MatterLamp } from "../lamps/matter-lamp.ts";
import { LampCommands, type LampCommandsOptions } from "./lamp-commands.ts";
import { LampEndpoint } from "./lamp-endpoints.ts";
import { LampLabels } from "./lamp-labels.ts";
import type { MatterDatabase } from "./matter-database.ts";

interface NodeLampsOptions extends Pick<LampCommandsOptions, "send" | "callerOf"> {
  readonly database: MatterDatabase;
  readonly onNotShown: (lampId: string) => void;
  readonly onFault: (fault: unknown) => void;
}

/** The lamps of a node, on the endpoint of the bridge. They come and go one after the other. */
export class NodeLamps {
  readonly bridge = new Endpoint(AggregatorEndpoint, { id: "bridge", number: 1 });
  readonly commands: LampCommands;
  readonly #options: NodeLampsOptions;
  readonly #labels: LampLabels;
  readonly #endpoints = new Map<string, LampEndpoint>();
  #changes: Promise<void> = Promise.resolve();
  #changesWaiting = 0;

  constructor(options: NodeLampsOptions) {
    this.#options = options;
    this.#labels = new LampLabels(options.database);
    this.commands = new LampCommands({
      ...options,
      onNotShown: (lamp, fault) => this.#notShown(lamp, fault),
    });
  }

  /** Resolves once nothing is under way any more. */
  get settled(): Promise<void> {
    return this.#changes;
  }

  /** Lamps that are new or have changed, and those that are gone. Resolves once ecosystems can see it. */
  async show(lamps: readonly MatterLamp[], gone: readonly string[]): Promise<void> {
    // What only changes what a lamp shows waits for nobody, unless the lamp itself may be about to go.
    const isIdle = this.#changesWaiting === 0;
    const known = lamps.filter((lamp) => isIdle && this.#endpoints.get(lamp.id)?.isFitFor(lamp));
    const shown = known.map((lamp) => this.commands.show(lamp));
    const others = lamps.filter((lamp) => !known.includes(lamp));
    if (others.length > 0 || gone.length > 0) shown.push(this.inTurn(() => this.change(others, gone)));
    await Promise.all(shown);
  }

  /** What is done to the node as a whole, such as its start, is done in turn as well. */
  inTurn(change: () => Promise<void>): Promise<void> {
    this.#changesWaiting += 1;
    const made = this.#changes.then(change).finally(() => {
      this.#changesWaiting -= 1;
    });
    this.#changes = made.catch(() => undefined);
    return made;
  }

  /** In turn only. One lamp that matter.js refuses takes no other with it. */
  async change(lamps: readonly MatterLamp[], gone: readonly string[]): Promise<void> {
    for (const id of gone) await this.#remove(id).catch(this.#options.onFault);
    try {
      this.#options.database.numbersOf(lamps.map(({ id }) => id));
    } catch {
      // As where the disk is full: lamps that have a number are shown, and each other one fails by itself.
    }
    for (const lamp of lamps) await this.#put(lamp).catch((fault) => this.#notShown(lamp, fault));
  }

  async #put(lamp: MatterLamp): Promise<void> {
    const known = this.#endpoints.get(lamp.id);
    if (known?.isFitFor(lamp)) return this.commands.show(lamp);
    if (known) await this.#remove(lamp.id);
    const number = this.#options.database.numbersOf([lamp.id]).get(lamp.id);
    if (number === undefined) throw new Error("the lamp has no number");
    const added = new LampEndpoint(lamp, number, this.#labels.labelOf(number, lamp.name));
    try {
      await this.bridge.add(added.endpoint);
    } catch (fault) {
      await added.endpoint.close().catch(() => undefined);
      throw fault;
    }
    this.#endpoints.set(lamp.id, added);
    this.#followLabel(added, number);
    this.commands.add(lamp.id, added, number);
  }

  #followLabel(lamp: LampEndpoint, number: number): void {
    lamp.endpoint.eventsOf(BridgedDeviceBasicInformationServer).nodeLabel$Changed?.on((label) => {
      try {
        this.#labels.note(number, lamp.homeName, label);
      } catch (fault) {
        this.#options.onFault(fault);
      }
    });
  }

  #notShown(lamp: MatterLamp, fault: unknown): void {
    const why = fault instanceof Error ? fault.message : String(fault);
    this.#options.onFault(new Error(`the lamp ${JSON.stringify(lamp.name)} could not be shown: ${why}`));
    this.#options.onNotShown(lamp.id);
  }

  async #remove(id: string): Promise<void> {
    const lamp = this.#endpoints.get(id);
    if (!lamp) return;
    this.#endpoints.delete(id);
    await this.commands.remove(id, lamp.endpoint.number);
    await lamp.endpoint.delete();
  }
}
