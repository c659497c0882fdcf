import type { Behavior } from "@matter/main";
import { hasRemoteActor } from "@matter/main/protocol";
import type { MatterLamp, MatterLampState } from "../lamps/matter-lamp.ts";
import { withCommand } from "../lamps/waiting-commands.ts";
import type { LampCommand } from "../messages.ts";
import { CommandSink } from "./command-sink.ts";
import type { LampEndpoint } from "./lamp-endpoints.ts";

/** What is between a lamp's endpoint and the home. */
interface LampTraffic {
  readonly endpoint: LampEndpoint;
  readonly id: string;
  /** What ecosystems have set since the last command was sent, in the order in which it is sent. */
  commands: readonly LampCommand[];
  /** A command is under way: until it is settled, the home shows what was before. */
  isUnderWay: boolean;
  /** The lamp as the home showed it last, while something was under way. */
  waiting: MatterLamp | undefined;
  /** What is shown one after the other. */
  shown: Promise<void>;
}

export interface LampCommandsOptions {
  readonly send: (command: LampCommand) => void;
  readonly callerOf: (fabricIndex: number | undefined) => string;
  readonly onNotShown: (lamp: MatterLamp, fault: unknown) => void;
}

/**
 * Gives the commands of ecosystems to the home, for each lamp one after the other. Commands of one turn, and those that come
 * while another one is under way, become as few as possible. Shows the home to ecosystems: what a command has set stays until
 * it is settled.
 */
export class LampCommands extends CommandSink {
  readonly #byNumber = new Map<number, LampTraffic>();
  readonly #byId = new Map<string, LampTraffic>();
  readonly #options: LampCommandsOptions;
  readonly #due = new Set<LampTraffic>();

  constructor(options: LampCommandsOptions) {
    super();
    this.#options = options;
  }

  add(id: string, endpoint: LampEndpoint, number: number): void {
    const traffic: LampTraffic = {
      id,
      endpoint,
      commands: [],
      isUnderWay: false,
      waiting: undefined,
      shown: Promise.resolve(),
    };
    this.#byNumber.set(number, traffic);
    this.#byId.set(id, traffic);
  }

  /** Resolves once nothing more is shown by the lamp's endpoint. */
  async remove(id: string, number: number): Promise<void> {
    const traffic = this.#byId.get(id);
    this.#byId.delete(id);
    this.#byNumber.delete(number);
    if (!traffic) return;
    this.#due.delete(traffic);
    await traffic.shown;
  }

  touched(behavior: Behavior, fields: readonly (keyof MatterLampState)[], fadeMillis: number): void {
    const traffic = this.#byNumber.get(behavior.endpoint.number);
    if (!traffic) return;
    traffic.commands = withCommand(traffic.commands, {
      id: traffic.id,
      // As it is at this moment: an older state of the home may be written over it in the next.
      desired: traffic.endpoint.shown(new Set(fields)),
      fadeMillis,
      by: this.#options.callerOf(fabricIndexOf(behavior)),
    });
    if (traffic.isUnderWay) return;
    if (this.#due.size === 0) setImmediate(() => this.#sendDue());
    this.#due.add(traffic);
  }

  show(lamp: MatterLamp): Promise<void> {
    const traffic = this.#byId.get(lamp.id);
    if (!traffic) return Promise.resolve();
    if (isBusy(traffic)) {
      traffic.waiting = lamp;
      return traffic.shown;
    }
    traffic.waiting = undefined;
    traffic.shown = traffic.shown.then(() => this.#showNow(traffic, lamp));
    return traffic.shown;
  }

  /** A command was carried out or not, and the lamp is as given; or it is gone. */
  settle(id: string, lamp: MatterLamp | undefined): void {
    const traffic = this.#byId.get(id);
    if (!traffic) return;
    traffic.isUnderWay = false;
    if (lamp) traffic.waiting = lamp;
    if (traffic.commands.length > 0) this.#send(traffic);
    else if (traffic.waiting) void this.show(traffic.waiting);
  }

  async #showNow(traffic: LampTraffic, lamp: MatterLamp): Promise<void> {
    // Meanwhile an ecosystem may have set something: it is shown what became of that instead.
    if (isBusy(traffic)) {
      traffic.waiting ??= lamp;
      return;
    }
    try {
      await traffic.endpoint.show(lamp);
    } catch (fault) {
      this.#options.onNotShown(lamp, fault);
    }
  }

  #sendDue(): void {
    const due = [...this.#due];
    this.#due.clear();
    for (const traffic of due) this.#send(traffic);
  }

  #send(traffic: LampTraffic): void {
    const [next, ...later] = traffic.commands;
    if (traffic.isUnderWay || !next) return;
    traffic.commands = later;
    traffic.isUnderWay = true;
    this.#options.send(next);
  }
}

/** Whether the home does not show yet what ecosystems have set. */
const isBusy = ({ isUnderWay, commands }: LampTraffic): boolean => isUnderWay || commands.length > 0;

function fabricIndexOf({ context }: Behavior): number | undefined {
  if (!hasRemoteActor(context)) return undefined;
  return context.session.fabric?.fabricIndex;
}
