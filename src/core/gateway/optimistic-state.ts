import type { Clock } from "../../shared/clock.ts";
import { CONFIRMATION_TIMEOUT_MILLIS } from "../../shared/confirmation-timeout.ts";
import type { Change } from "../home/changes/change.ts";
import { isSame } from "../home/changes/replacement.ts";
import { distanceFromDesired } from "../home/state-tolerance.ts";
import { idOfState, type StateChange } from "./device-commands.ts";

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
    const state = command.report(report.state as State);
    if (command.isConfirmed) {
      this.settled.confirmed += 1;
      this.#settle(idOfState(report), true);
    }
    return Object.keys(state).length > 0 ? { ...report, state } : undefined;
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
    const { reported: state } = command;
    this.#submitPutBack(
      desired.kind === "syncBoxChanged" ? { ...desired, state, isCorrection: true } : { ...desired, state },
    );
  }
}

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

type State = Readonly<Record<string, unknown>>;

/** How many commands for one field are remembered while the device reports nothing. */
const MAX_REMEMBERED = 64;

/** Commands that a device has not confirmed yet, field by field, and what the device reported last. */
export class PendingCommand {
  /** The desired values of each field, oldest first; none once it is confirmed. */
  readonly #desired: Record<string, unknown[]> = {};
  /** Of each field, whether it is confirmed or not. */
  readonly #reported: Record<string, unknown> = {};

  /** Whether the device confirmed every field. */
  get isConfirmed(): boolean {
    for (const key in this.#desired) if (this.#isOpen(key)) return false;
    return true;
  }

  /** The last known state of the device, in the fields that it has not confirmed. */
  get reported(): State {
    return Object.fromEntries(Object.entries(this.#reported).filter(([key]) => this.#isOpen(key)));
  }

  add(before: State, desired: State): void {
    for (const key of Object.keys(desired)) {
      const values = this.#desired[key] ?? [];
      if (values.length === 0) this.#reported[key] = before[key];
      values.push(desired[key]);
      if (values.length > MAX_REMEMBERED) values.shift();
      this.#desired[key] = values;
    }
  }

  /** Takes a report of the device; gives the fields that the home may show: none that a newer command is to change. */
  report(state: State): State {
    const shown: Record<string, unknown> = {};
    for (const key of Object.keys(state)) if (this.#canShow(key, state[key])) shown[key] = state[key];
    return shown;
  }

  #isOpen(key: string): boolean {
    return (this.#desired[key]?.length ?? 0) > 0;
  }

  /** A report that confirms an earlier command is not shown while a later command is pending. */
  #canShow(key: string, value: unknown): boolean {
    const desired = this.#desired[key];
    if (!desired || desired.length === 0) return true;
    const isUnchanged = isSame(this.#reported[key], value);
    desired.splice(0, confirmedBy(value, { key, desired, isUnchanged }) + 1);
    this.#reported[key] = value;
    return desired.length === 0;
  }
}

/**
 * The position of the command that a reported value confirms: the nearest one within the state tolerance, as lamps
 * round, and of equals the first; -1 for none. A value that the device had before the command confirms only a command
 * for exactly that value.
 */
function confirmedBy(
  value: unknown,
  options: { readonly key: string; readonly desired: readonly unknown[]; readonly isUnchanged: boolean },
): number {
  const distances = options.desired.map((each) => distanceFromDesired(options.key, each, value));
  const nearest = Math.min(...distances);
  return nearest <= (options.isUnchanged ? 0 : 1) ? distances.indexOf(nearest) : -1;
}
