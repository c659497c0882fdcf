import type { Clock } from "../../shared/clock.ts";
import { CONFIRMATION_TIMEOUT_MILLIS } from "../../shared/confirmation-timeout.ts";
import type { Change } from "../home/changes/change.ts";
import type { LightState } from "../home/model/light.ts";
import { idOfState, type StateChange } from "./device-commands.ts";
import { PendingCommand, type State } from "./pending-command.ts";

interface Pending {
  readonly command: PendingCommand;
  /** The last command, by which the device is named. */
  readonly desired: StateChange;
  readonly timeoutAtMillis: number;
  /** Called once with whether the device confirmed every field; mostly nobody waits for that. */
  onSettled: ((isConfirmed: boolean) => void)[] | undefined;
}

const PUT_BACK_AT_ONCE = 20;

/**
 * Stands between the reports of devices and the home: while a command is pending, the home shows the desired state,
 * whatever the device still reports of its earlier one. Commands that are not confirmed in time are put back: the home
 * shows what the device reported last, or what it showed before the commands; the device is not asked.
 */
export class OptimisticState {
  /** By the id of the light or sync box; the one whose last command is the oldest comes first. */
  readonly #pending = new Map<string, Pending>();
  #cancelTimer: (() => void) | undefined;
  readonly #clock: Clock;
  readonly #submit: (change: Change) => void;
  readonly #submitPutBack: (change: Change) => void;
  readonly #expected = new Set<Expected>();
  /** How many lights and sync boxes confirmed their commands, and of how many the commands were put back. */
  readonly settled = { confirmed: 0, putBack: 0 };

  constructor(clock: Clock, submit: (change: Change) => void, submitPutBack = submit) {
    this.#clock = clock;
    this.#submit = submit;
    this.#submitPutBack = submitPutBack;
  }

  /** How many lights and sync boxes have not confirmed their commands yet. */
  get pending(): number {
    return this.#pending.size;
  }

  /** A command for a light or sync box that the home showed as `before`; `desired` has the fields of the command. */
  add(desired: StateChange, before: object): void {
    const id = idOfState(desired);
    const known = this.#pending.get(id);
    const command = known?.command ?? new PendingCommand();
    command.add(before as State, desired.state as State);
    const timeoutAtMillis = this.#clock.now() + CONFIRMATION_TIMEOUT_MILLIS;
    this.#pending.delete(id);
    this.#pending.set(id, { command, desired, timeoutAtMillis, onSettled: known?.onSettled });
    this.#awaitTimeout();
  }

  /**
   * Commands that are added one after the other: `give` adds that of an id. The command of a light or sync box that
   * something is asked or reported of is added first.
   */
  expect(ids: ExpectedIds, give: (id: string) => void): ExpectedCommands {
    const expected = new Expected(ids, give);
    this.#expected.add(expected);
    return { give: (id) => expected.give(id), forget: () => this.#expected.delete(expected) };
  }

  /** Whether a light or sync box confirms all its commands; known after the confirmation timeout at the latest. */
  isConfirmed(id: string): Promise<boolean> {
    this.#giveExpected(id);
    const pending = this.#pending.get(id);
    if (!pending) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancelTimeout = this.#clock.after(CONFIRMATION_TIMEOUT_MILLIS, () => resolve(false));
      pending.onSettled ??= [];
      pending.onSettled.push((isConfirmed) => {
        cancelTimeout();
        resolve(isConfirmed);
      });
    });
  }

  /** A report of a device; passes on what the home may show of the report. */
  report(change: Change): void {
    if (isStateChange(change)) this.#giveExpected(idOfState(change));
    const shown = isStateChange(change) ? this.#shownOf(change) : change;
    if (shown) this.#submit(shown);
  }

  /** Drops the commands for a light or sync box that was removed, or added again as another one. */
  forget(id: string): void {
    this.#giveExpected(id);
    this.#settle(id, false);
  }

  /** Puts nothing back: most devices have obeyed by then, and after the next start they are asked. */
  stop(): void {
    for (const id of [...this.#pending.keys()]) this.forget(id);
    this.#cancelTimer?.();
  }

  #giveExpected(id: string): void {
    for (const expected of this.#expected) expected.give(id);
  }

  #settle(id: string, isConfirmed: boolean): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    for (const onSettled of pending?.onSettled ?? []) onSettled(isConfirmed);
  }

  /** The fields of a report that no pending command is about to change. */
  #shownOf(report: StateChange): StateChange | undefined {
    const command = this.#pending.get(idOfState(report))?.command;
    if (!command) return report;
    const wasAwaited = command.awaits(BRIGHTNESS);
    const state = command.report(report.state as State);
    if (command.isConfirmed) {
      this.settled.confirmed += 1;
      this.#settle(idOfState(report), true);
    }
    if (Object.keys(state).length === 0) return undefined;
    const isConfirmation = report.kind === "lightChanged" && wasAwaited && BRIGHTNESS in state;
    return isConfirmation ? { ...report, state, isConfirmation } : { ...report, state };
  }

  /** One timer for all: ten thousand lamps may be commanded at once. */
  #awaitTimeout(): void {
    if (this.#cancelTimer) return;
    const [first] = this.#pending.values();
    if (!first) return;
    const millis = Math.max(0, first.timeoutAtMillis - this.#clock.now());
    this.#cancelTimer = this.#clock.after(millis, () => {
      this.#cancelTimer = undefined;
      this.#putBackLate();
      this.#awaitTimeout();
    });
  }

  /** A few at a time, so that many that are late together hold up nobody. */
  #putBackLate(): void {
    let left = PUT_BACK_AT_ONCE;
    for (const [id, pending] of this.#pending) {
      if (left === 0 || pending.timeoutAtMillis > this.#clock.now()) return;
      left -= 1;
      this.#putBack(id, pending);
    }
  }

  /** Puts lost commands back: the home shows the last known state in every field that was not confirmed. */
  #putBack(id: string, { command, desired }: Pending): void {
    this.settled.putBack += 1;
    this.#settle(id, false);
    const { lastKnown: state } = command;
    this.#submitPutBack(
      desired.kind === "syncBoxChanged" ? { ...desired, state, isCorrection: true } : { ...desired, state },
    );
  }
}

/** Lamps round a brightness: the reported one stands for that of the command. */
const BRIGHTNESS = "brightnessPercent" satisfies keyof LightState;

const isStateChange = (change: Change): change is StateChange =>
  change.kind === "lightChanged" || change.kind === "syncBoxChanged";

interface ExpectedIds {
  has(id: string): boolean;
}

interface ExpectedCommands {
  /** Adds the command of an id, unless it was added. */
  readonly give: (id: string) => void;
  /** Nothing is expected any more. */
  readonly forget: () => void;
}

/** Commands that are still to be added, each once. */
class Expected {
  readonly #ids: ExpectedIds;
  readonly #give: (id: string) => void;
  readonly #given = new Set<string>();

  constructor(ids: ExpectedIds, give: (id: string) => void) {
    this.#ids = ids;
    this.#give = give;
  }

  give(id: string): void {
    if (this.#given.has(id) || !this.#ids.has(id)) return;
    this.#given.add(id);
    this.#give(id);
  }
}
