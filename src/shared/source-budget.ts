import { type Rate, TokenBucket } from "./token-bucket.ts";

export interface SourceRates {
  readonly perSource: Rate;
  readonly inAll: Rate;
}

/**
 * What senders of datagrams may cost, each of them and all together. Only sources that were granted something have a
 * bucket, and only until the bucket is full again: a few hundred at the most.
 */
export class SourceBudget {
  readonly #rates: SourceRates;
  readonly #sources = new Map<string, TokenBucket>();
  readonly #all: TokenBucket;

  constructor(rates: SourceRates, nowMillis: number) {
    this.#rates = rates;
    this.#all = new TokenBucket(rates.inAll, nowMillis);
  }

  /** Whether an amount for a source is within the budget; if so it is spent. */
  spend(source: string, amount: number, nowMillis: number): boolean {
    const bucket = this.#sources.get(source) ?? new TokenBucket(this.#rates.perSource, nowMillis);
    if (bucket.levelAt(nowMillis) < amount || this.#all.levelAt(nowMillis) < amount) return false;
    bucket.take(nowMillis, amount);
    this.#all.take(nowMillis, amount);
    this.#forgetQuiet(nowMillis);
    this.#sources.set(source, bucket);
    return true;
  }

  get sources(): number {
    return this.#sources.size;
  }

  #forgetQuiet(nowMillis: number): void {
    const { perSource, inAll } = this.#rates;
    if (this.#sources.size < inAll.burst) return;
    for (const [source, bucket] of this.#sources) {
      if (bucket.levelAt(nowMillis) >= perSource.burst) this.#sources.delete(source);
    }
  }
}
