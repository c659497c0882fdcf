import type { Clock } from "../../../shared/clock.ts";

/** At most ten commands a second to one lamp or room. */
const PERIOD_MILLIS = 100;

export interface SenderOptions<Command> {
  readonly clock: Clock;
  /** Sends one command; settles when it was answered. */
  readonly send: (target: string, command: Command) => Promise<void>;
  /** What two commands come to, one after the other. */
  readonly merge: (earlier: Command, later: Command) => Command;
  /** The last command to a target was answered, and none is left. */
  readonly onIdle: (target: string) => void;
}

/** Commands to one target: at most one is on its way, and at most one waits. */
interface Lane<Command> {
  waiting: Command | undefined;
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
    const lane = this.#lanes.get(target) ?? { waiting: undefined, isBusy: false, freeAtMillis: 0 };
    this.#lanes.set(target, lane);
    lane.waiting = lane.waiting === undefined ? command : this.#options.merge(lane.waiting, command);
    if (!lane.isBusy) void this.#empty(target, lane);
  }

  async #empty(target: string, lane: Lane<Command>): Promise<void> {
    const { clock, send, onIdle } = this.#options;
    lane.isBusy = true;
    while (lane.waiting !== undefined) {
      const millisLeft = lane.freeAtMillis - clock.now();
      if (millisLeft > 0) {
        await new Promise<void>((resolve) => {
          clock.after(millisLeft, resolve);
        });
        continue;
      }
      const command = lane.waiting;
      lane.waiting = undefined;
      lane.freeAtMillis = clock.now() + PERIOD_MILLIS;
      await send(target, command);
    }
    lane.isBusy = false;
    onIdle(target);
  }
}
