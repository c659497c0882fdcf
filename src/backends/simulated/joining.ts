import type { Clock } from "../../shared/clock.ts";

const FIRST_AFTER_MILLIS = 800;
const NEXT_AFTER_MILLIS = 2_000;
const AT_MOST = 3;

/** The time in which devices may join: while it is open, a few turn up one after the other. */
export class Joining {
  readonly #clock: Clock;
  readonly #turnUp: () => void;
  #endsAtMillis = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, turnUp: () => void) {
    this.#clock = clock;
    this.#turnUp = turnUp;
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
    this.#cancel = isInTime ? this.#clock.after(millis, () => this.#let(left)) : undefined;
  }

  /** Waits for the next one before this one turns up, which may shut the door. */
  #let(left: number): void {
    this.#await(NEXT_AFTER_MILLIS, left - 1);
    this.#turnUp();
  }
}
