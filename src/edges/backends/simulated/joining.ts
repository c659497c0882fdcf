import type { Clock } from "../../../shared/clock.ts";

const FIRST_AFTER_MILLIS = 800;
const NEXT_AFTER_MILLIS = 2_000;
const AT_MOST = 3;

/** The window in which devices may join: while it is open, a few join one after the other. */
export class Joining {
  readonly #clock: Clock;
  readonly #join: () => void;
  #endsAtMillis = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, join: () => void) {
    this.#clock = clock;
    this.#join = join;
  }

  open(millis: number): void {
    this.#endsAtMillis = this.#clock.now() + millis;
    this.#await(FIRST_AFTER_MILLIS, AT_MOST);
  }

  millisLeft(): number {
    return Math.max(0, Math.ceil(this.#endsAtMillis - this.#clock.now()));
  }

  #await(millis: number, left: number): void {
    this.#cancel?.();
    const isInTime = left > 0 && millis < this.millisLeft();
    this.#cancel = isInTime ? this.#clock.after(millis, () => this.#joinNext(left)) : undefined;
  }

  /** Schedules the next device before this one joins, which may close the window. */
  #joinNext(left: number): void {
    this.#await(NEXT_AFTER_MILLIS, left - 1);
    this.#join();
  }
}
