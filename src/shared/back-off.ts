export interface BackOffOptions {
  /** Gives a number from 0 up to, and without, 1. */
  readonly random: () => number;
  readonly firstMillis: number;
  readonly longestMillis: number;
}

/**
 * Exponential backoff with full jitter: any delay up to a limit that doubles with every failed attempt, so that many
 * clients of one server do not come back at the same moment.
 */
export class BackOff {
  readonly #random: () => number;
  readonly #longestMillis: number;
  #firstMillis: number;
  #failures = 0;

  constructor({ random, firstMillis, longestMillis }: BackOffOptions) {
    this.#random = random;
    this.#firstMillis = firstMillis;
    this.#longestMillis = longestMillis;
  }

  /** The first limit, where the server asks for another one. */
  set firstMillis(millis: number) {
    this.#firstMillis = Math.min(millis, this.#longestMillis);
  }

  /** The delay after a failed attempt. */
  nextMillis(): number {
    const limit = Math.min(this.#longestMillis, this.#firstMillis * 2 ** this.#failures);
    this.#failures = Math.min(this.#failures + 1, 16);
    return this.#random() * limit;
  }

  /** To be called after a success. */
  reset(): void {
    this.#failures = 0;
  }
}
