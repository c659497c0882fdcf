import type { Clock } from "../../shared/clock.ts";
import type { Change } from "../home/changes/change.ts";
import { isDimming } from "../home/dimming.ts";
import type { Home } from "../home/home.ts";
import type { RoomId } from "../home/model/ids.ts";
import type { LightState } from "../home/model/light.ts";
import type { Author } from "../home/trail-entry.ts";
import { LargeCommandRests } from "./large-command-rests.ts";
import { budgetOf } from "./trail.ts";

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
  readonly authors: Set<string>;
  readonly settle: ((outcome: Outcome) => void)[];
  cancelExpiry: () => void;
}

/** Of commands that have not begun; those for one group are merged into one. One author may have half of them. */
const MOST_WAITING = 64;
const MOST_WAITING_OF_ONE = MOST_WAITING / 2;

/** Clients give up after about as long. A command that has not begun by then is refused, so that nobody waits for minutes. */
const LONGEST_WAIT_MILLIS = 10_000;

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
 * few seconds. Authors have turns: what one of them gives does not keep others from theirs.
 */
export class LargeCommands<Outcome> {
  readonly #options: LargeCommandsOptions<Outcome>;
  /** Those of one author in the order in which they came. */
  readonly #waiting: WaitingCommand<Outcome>[] = [];
  readonly #rests: LargeCommandRests;
  #running: Promise<unknown> | undefined;
  #cancelNext: () => void = () => undefined;

  constructor(options: LargeCommandsOptions<Outcome>) {
    this.#options = options;
    this.#rests = new LargeCommandRests(options.clock.now);
  }

  /** Refused where too many wait, or where it waits for too long. A command that is merged into one that waits gets the outcome of that one. */
  async ask(given: GivenCommand): Promise<Outcome> {
    const merged = this.#mergedInto(given.change);
    if (!merged && !this.#hasRoomFor(given)) return this.#options.refuse(given);
    const waiting = merged ?? this.#waitingFor(given.change);
    waiting.given.push(given);
    waiting.authors.add(budgetOf(given.by));
    const outcome = new Promise<Outcome>((settle) => waiting.settle.push(settle));
    this.#runNext();
    return outcome;
  }

  /** Refuses what has not begun, and waits for the one that is in work. */
  async stop(): Promise<void> {
    for (const waiting of this.#waiting.splice(0)) this.#refuse(waiting);
    this.#cancelNext();
    await this.#running;
  }

  #hasRoomFor({ by }: GivenCommand): boolean {
    const own = this.#waiting.filter(({ authors }) => authors.has(budgetOf(by)));
    return this.#waiting.length < MOST_WAITING && own.length < MOST_WAITING_OF_ONE;
  }

  #waitingFor(change: Change): WaitingCommand<Outcome> {
    const cancelExpiry = () => undefined;
    const waiting: WaitingCommand<Outcome> = { change, given: [], authors: new Set(), settle: [], cancelExpiry };
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

  /** Carries out the next command, now or once one of its authors may. */
  #runNext(): void {
    this.#cancelNext();
    const next = this.#running === undefined ? this.#next() : undefined;
    if (!next) return;
    const { clock } = this.#options;
    const restMillis = this.#restEnd(next) - clock.now();
    if (restMillis > 0) this.#cancelNext = clock.after(restMillis, () => this.#runNext());
    else this.#run(next);
  }

  /** The command that may begin soonest, and of several that may now, the one whose author was served least lately. */
  #next(): WaitingCommand<Outcome> | undefined {
    const nowMillis = this.#options.clock.now();
    const turns = this.#waiting.map((waiting) => ({
      waiting,
      beginMillis: Math.max(this.#restEnd(waiting), nowMillis),
      turn: Math.min(...[...waiting.authors].map((author) => this.#rests.turnOf(author))),
    }));
    return turns.sort((one, other) => one.beginMillis - other.beginMillis || one.turn - other.turn)[0]?.waiting;
  }

  #restEnd({ authors }: WaitingCommand<Outcome>): number {
    return Math.min(...[...authors].map((author) => this.#rests.endFor(author)));
  }

  #run(next: WaitingCommand<Outcome>): void {
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    next.cancelExpiry();
    const { clock, run } = this.#options;
    const beganMillis = clock.now();
    const { outcome, over } = run(next.change, next.given);
    for (const settle of next.settle) settle(outcome as Outcome);
    // While the disk is waited for, others are not kept waiting: that time is not owed.
    let overMillis = beganMillis;
    const overThen = over.then(() => {
      overMillis = clock.now();
    });
    this.#running = Promise.allSettled([outcome, overThen]).then(() => {
      this.#running = undefined;
      this.#rests.begin(next.authors, overMillis - beganMillis);
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
