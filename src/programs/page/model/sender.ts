import type { Clock } from "../../../shared/clock.ts";

/** At most ten commands a second to one lamp or room. */
const PERIOD_MILLIS = 100;

export interface SenderOptions<Command> {
  readonly clock: Clock;
  /** Sends one command; settles when it was answered. */
  readonly send: (target: string, command: Command) => Promise<void>;
  /** What two commands come to, one after the other; undefined where one command cannot say it. */
  readonly merge: (earlier: Command, later: Command) => Command | undefined;
  /** The last command to a target was answered, and none is left. */
  readonly onIdle: (target: string) => void;
}

/** Commands to one target: at most one is on its way, and those that wait are as few as they can be merged into. */
interface Lane<Command> {
  readonly waiting: Command[];
  isBusy: boolean;
  freeAtMillis: number;
}

/**
 * Sends what a finger wants while it moves: at once, then at most every tenth of a second, each command after the answer
 * to the one before, so that the last one is the last to arrive.
 */
export class Sender<Command> {
  readonly #options: SenderOptions<Command>;
  readonly #lanes = new Map<string, Lane<Command>>();

  constructor(options: SenderOptions<Command>) {
    this.#options = options;
  }

  give(target: string, command: Command): void {
    const lane = this.#lanes.get(target) ?? { waiting: [], isBusy: false, freeAtMillis: 0 };
    this.#lanes.set(target, lane);
    const last = lane.waiting.at(-1);
    const merged = last === undefined ? undefined : this.#options.merge(last, command);
    if (merged !== undefined) lane.waiting.pop();
    lane.waiting.push(merged ?? command);
    if (!lane.isBusy) void this.#empty(target, lane);
  }

  async #empty(target: string, lane: Lane<Command>): Promise<void> {
    const { clock, send, onIdle } = this.#options;
    lane.isBusy = true;
    while (lane.waiting.length > 0) {
      const millisLeft = lane.freeAtMillis - clock.now();
      if (millisLeft > 0) {
        await new Promise<void>((resolve) => {
          clock.after(millisLeft, resolve);
        });
        continue;
      }
      const command = lane.waiting.shift();
      lane.freeAtMillis = clock.now() + PERIOD_MILLIS;
      if (command !== undefined) await send(target, command);
    }
    lane.isBusy = false;
    onIdle(target);
  }
}
