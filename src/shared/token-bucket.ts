/** How many a second, and how many at once after a quiet time. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A token bucket: a burst that is used up and refills with time. */
export class TokenBucket {
  readonly #rate: Rate;
  #level: number;
  #atMillis: number;

  constructor(rate: Rate, nowMillis: number) {
    this.#rate = rate;
    this.#level = rate.burst;
    this.#atMillis = nowMillis;
  }

  levelAt(nowMillis: number): number {
    const gained = ((nowMillis - this.#atMillis) / 1000) * this.#rate.perSecond;
    return Math.min(this.#rate.burst, this.#level + gained);
  }

  take(nowMillis: number, amount = 1): void {
    this.#level = this.levelAt(nowMillis) - amount;
    this.#atMillis = nowMillis;
  }
}
