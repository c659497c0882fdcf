import { isSame } from "../home/changes/replacement.ts";
import { distanceFromDesired } from "../home/state-tolerance.ts";

type State = Readonly<Record<string, unknown>>;

/** How many commands for one field are remembered while the device reports nothing. */
const MAX_REMEMBERED = 64;

/** Commands that a device has not confirmed yet, field by field, and what the device reported last. */
export class PendingCommand {
  /** The desired values of each field, oldest first. */
  readonly #desired = new Map<string, readonly unknown[]>();
  readonly #reported = new Map<string, unknown>();

  /** Whether the device confirmed every field. */
  get isConfirmed(): boolean {
    return this.#desired.size === 0;
  }

  /** The last known state of the device, in the fields that it has not confirmed. */
  get reported(): State {
    return Object.fromEntries(this.#reported);
  }

  add(before: State, desired: State): void {
    for (const [key, value] of Object.entries(desired)) {
      if (!this.#desired.has(key)) this.#reported.set(key, before[key]);
      this.#desired.set(key, [...(this.#desired.get(key) ?? []), value].slice(-MAX_REMEMBERED));
    }
  }

  /** Takes a report of the device; gives the fields that the home may show: none that a newer command is to change. */
  report(state: State): State {
    return Object.fromEntries(Object.entries(state).filter(([key, value]) => this.#canShow(key, value)));
  }

  /** A report that confirms an earlier command is not shown while a later command is pending. */
  #canShow(key: string, value: unknown): boolean {
    const desired = this.#desired.get(key);
    if (!desired) return true;
    const isUnchanged = isSame(this.#reported.get(key), value);
    this.#reported.set(key, value);
    const open = desired.slice(confirmedBy(value, { key, desired, isUnchanged }) + 1);
    if (open.length > 0) {
      this.#desired.set(key, open);
      return false;
    }
    this.#desired.delete(key);
    this.#reported.delete(key);
    return true;
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
