const LONGEST_MILLIS = 30_000;

/**
 * How long to wait before the next try: any time up to a limit that doubles with every try that came to nothing, so that
 * a house full of clients does not come back at the same moment.
 */
export class BackOff {
  readonly #random: () => number;
  #failures = 0;
  #firstMillis: number;

  /** `random` gives a number from 0 up to, and without, 1. */
  constructor(random: () => number, firstMillis: number) {
    this.#random = random;
    this.#firstMillis = firstMillis;
  }

  /** What the other side would like the first limit to be. */
  set firstMillis(millis: number) {
    this.#firstMillis = Math.min(millis, LONGEST_MILLIS);
  }

  nextMillis(): number {
    const limit = Math.min(LONGEST_MILLIS, this.#firstMillis * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    return this.#random() * limit;
  }

  /** It went well. */
  reset(): void {
    this.#failures = 0;
  }
}
