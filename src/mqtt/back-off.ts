const FIRST_MILLIS = 1_000;
const LONGEST_MILLIS = 60_000;

/**
 * How long to wait before the next try: any time up to a limit that doubles with every try that came to nothing, so that
 * many gateways do not come back at the same moment. A connection that did not last is such a try too: whoever is turned
 * out again and again does not come back every second.
 */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;

  /** `random` gives a number from 0 up to, and without, 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** After a try, and how long the connection lasted that it gave. */
  nextMillis(lastedMillis: number): number {
    if (lastedMillis >= LONGEST_MILLIS) this.#failures = 0;
    const limit = Math.min(LONGEST_MILLIS, FIRST_MILLIS * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    return this.#random() * limit;
  }
}
