import { isSame } from "../home/changes/replacement.ts";
import { distanceFromDesired } from "../home/state-tolerance.ts";

export type State = Readonly<Record<string, unknown>>;

/** How many commands for one field are remembered while the device reports nothing. */
const MAX_REMEMBERED = 64;

/** Commands that a device has not confirmed yet, field by field, and the last known state of the device. */
export class PendingCommand {
  /** The desired values of each field, oldest first; none once it is confirmed. */
  readonly #desired: Record<string, unknown[]> = {};
  /** What the device reported last of each field, or what the home showed before the first command. */
  readonly #lastKnown: Record<string, unknown> = {};

  /** Whether the device confirmed every field. */
  get isConfirmed(): boolean {
    for (const key in this.#desired) if (this.#isOpen(key)) return false;
    return true;
  }

  /** The last known state of the device, in the fields that it has not confirmed. */
  get lastKnown(): State {
    return Object.fromEntries(Object.entries(this.#lastKnown).filter(([key]) => this.#isOpen(key)));
  }

  /** Whether the device has yet to confirm this field. */
  awaits(key: string): boolean {
    return this.#isOpen(key);
  }

  add(before: State, desired: State): void {
    for (const key of Object.keys(desired)) {
      const values = this.#desired[key] ?? [];
      if (values.length === 0) this.#lastKnown[key] = before[key];
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
    const isUnchanged = isSame(this.#lastKnown[key], value);
    desired.splice(0, confirmedBy(value, { key, desired, isUnchanged }) + 1);
    this.#lastKnown[key] = value;
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
