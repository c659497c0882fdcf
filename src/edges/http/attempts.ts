import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";

/** A client whose key was revoked sends it now and then; only a client that tries keys sends more. */
const WRONG_KEY_RATE: Rate = { perSecond: 1, burst: 20 };
const MOST_ADDRESSES = 1_000;

/** A token bucket for each address: of wrong keys, unless another rate is given. */
export class Attempts {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(rate: Rate = WRONG_KEY_RATE) {
    this.#rate = rate;
  }

  /** Counts one attempt more; whether that is too many. */
  isTooMany(address: string, nowMillis: number): boolean {
    const bucket = this.#buckets.get(address) ?? new TokenBucket(this.#rate, nowMillis);
    if (bucket.levelAt(nowMillis) < 1) return true;
    bucket.take(nowMillis);
    this.#buckets.delete(address);
    this.#buckets.set(address, bucket);
    this.#forgetOldest();
    return false;
  }

  get addresses(): number {
    return this.#buckets.size;
  }

  #forgetOldest(): void {
    for (const [oldest] of this.#buckets) {
      if (this.#buckets.size <= MOST_ADDRESSES) return;
      this.#buckets.delete(oldest);
    }
  }
}
