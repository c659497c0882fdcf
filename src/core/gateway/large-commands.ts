import type { Clock } from "../../shared/clock.ts";
import { TokenBucket } from "../../shared/token-bucket.ts";
import type { Change } from "../home/changes/change.ts";
import { isDimming } from "../home/dimming.ts";
import type { Home } from "../home/home.ts";
import type { RoomId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";
import type { Author } from "../home/trail-entry.ts";

/** A command as it was given, and by whom. */
export interface GivenCommand {
  readonly change: Change;
  readonly by: Author;
  /** Called once the commands are sent to devices, before the change is stored. */
  readonly onSent?: (() => void) | undefined;
}

/** A command that is carried out. */
export interface RunningCommand<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Resolves once nothing of it is left to do. */
  readonly over: Promise<unknown>;
}

interface WaitingCommand<Outcome> {
  change: Change;
  readonly given: GivenCommand[];
  readonly settle: ((outcome: Outcome) => void)[];
  cancelExpiry: () => void;
}

/** Of commands that have not begun; those for one group are merged into one. */
const MOST_WAITING = 64;

/**
 * A rest is as long as the command took. A command that took longer than this owes others more: after 80 ms twice that time,
 * after 160 ms four times. No rest is longer than six seconds, also where the disk was slow.
 */
const SHORT_MILLIS = 40;
const LONGEST_REST_MILLIS = 6_000;

/** Clients give up after about as long. A command that has not begun by then is refused, so that nobody waits for minutes. */
const LONGEST_WAIT_MILLIS = 10_000;

/** How much of what is owed need not be given yet: a person who sets the whole house a few times in a row does not wait. */
const OWED_MILLIS = 12_000;

interface LargeCommandsOptions<Outcome> {
  readonly home: Home;
  /** Carries out a change that one command, or several, come to. */
  readonly run: (change: Change, given: readonly GivenCommand[]) => RunningCommand<Outcome>;
  readonly refuse: (given: GivenCommand) => Outcome;
  readonly clock: Clock;
}

/**
 * Commands for many lights, one after the other: however many are given, one is in work, and half of the time or more none
 * is. A command for ten thousand lights has steps that others notice, so who gives such commands all the time gets one every
 * few seconds.
 */
export class LargeCommands<Outcome> {
  readonly #options: LargeCommandsOptions<Outcome>;
  readonly #waiting: WaitingCommand<Outcome>[] = [];
  readonly #owed: TokenBucket;
  #running: Promise<unknown> | undefined;
  #isResting = false;

  constructor(options: LargeCommandsOptions<Outcome>) {
    this.#options = options;
    this.#owed = new TokenBucket({ perSecond: 1_000, burst: OWED_MILLIS }, options.clock.now());
  }

  /** Refused where too many wait, or where it waits for too long. A command that is merged into one that waits gets the outcome of that one. */
  async ask(given: GivenCommand): Promise<Outcome> {
    const merged = this.#mergedInto(given.change);
    if (!merged && this.#waiting.length >= MOST_WAITING) return this.#options.refuse(given);
    const waiting = merged ?? this.#waitingFor(given.change);
    waiting.given.push(given);
    const outcome = new Promise<Outcome>((settle) => waiting.settle.push(settle));
    this.#runNext();
    return outcome;
  }

  /** Refuses what has not begun, and waits for the one that is in work. */
  async stop(): Promise<void> {
    for (const waiting of this.#waiting.splice(0)) this.#refuse(waiting);
    await this.#running;
  }

  #waitingFor(change: Change): WaitingCommand<Outcome> {
    const waiting: WaitingCommand<Outcome> = { change, given: [], settle: [], cancelExpiry: () => undefined };
    waiting.cancelExpiry = this.#options.clock.after(LONGEST_WAIT_MILLIS, () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      this.#refuse(waiting);
    });
    this.#waiting.push(waiting);
    return waiting;
  }

  #refuse({ given, settle, cancelExpiry }: WaitingCommand<Outcome>): void {
    cancelExpiry();
    for (const [at, each] of given.entries()) settle[at]?.(this.#options.refuse(each));
  }

  #runNext(): void {
    if (this.#running !== undefined || this.#isResting) return;
    const next = this.#waiting.shift();
    if (!next) return;
    next.cancelExpiry();
    const { clock, run } = this.#options;
    const beganMillis = clock.now();
    const { outcome, over } = run(next.change, next.given);
    for (const settle of next.settle) settle(outcome as Outcome);
    this.#running = Promise.allSettled([outcome, over]).then(() => {
      this.#running = undefined;
      this.#rest(this.#restAfter(clock.now() - beganMillis));
      this.#runNext();
    });
  }

  #restAfter(tookMillis: number): number {
    const nowMillis = this.#options.clock.now();
    this.#owed.take(nowMillis, Math.min((tookMillis * tookMillis) / SHORT_MILLIS, LONGEST_REST_MILLIS));
    return Math.min(Math.max(tookMillis, -this.#owed.levelAt(nowMillis)), LONGEST_REST_MILLIS);
  }

  #rest(millis: number): void {
    this.#isResting = millis > 0;
    if (!this.#isResting) return;
    this.#options.clock.after(millis, () => {
      this.#isResting = false;
      this.#runNext();
    });
  }

  /**
   * The waiting command for the same group, with the fields of the change in it. A command that waits behind that one and
   * concerns the same lights is in between: then the change has to wait behind both.
   */
  #mergedInto(change: Change): WaitingCommand<Outcome> | undefined {
    if (change.kind !== "roomLightsChanged") return undefined;
    for (const waiting of this.#waiting.toReversed()) {
      const earlier = waiting.change;
      if (earlier.kind === "roomLightsChanged" && earlier.roomId === change.roomId) {
        const state = mergedStates(earlier.state, change.state);
        if (state) waiting.change = { ...change, state };
        return state && waiting;
      }
      if (!this.#areApart(earlier, change.roomId)) return undefined;
    }
    return undefined;
  }

  /** Only two rooms that devices are put in have no device in common. */
  #areApart(earlier: Change, roomId: RoomId): boolean {
    const { home } = this.#options;
    const rooms = [earlier.kind === "roomLightsChanged" ? earlier.roomId : undefined, roomId];
    return rooms.every((id) => id !== undefined && home.rooms.get(id)?.kind === "normal");
  }
}

/**
 * What two commands for a group come to, one after the other. Undefined where one switches the lights and the other dims
 * those that are on: with both fields, one command would make all of them equally bright.
 */
function mergedStates(earlier: Partial<LightState>, later: Partial<LightState>): Partial<LightState> | undefined {
  const merged = { ...earlier, ...later };
  const dims = isDimming(later) || (isDimming(earlier) && later.brightnessPercent === undefined);
  return dims === isDimming(merged) ? merged : undefined;
}
