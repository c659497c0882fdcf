import { RecentMap } from "../../shared/recent-map.ts";
import { type Rate, TokenBucket } from "../../shared/token-bucket.ts";

/** A client whose key was revoked sends it now and then; only a client that tries keys sends more. */
const WRONG_KEY_RATE: Rate = { perSecond: 1, burst: 20 };
const MOST_ADDRESSES = 1_000;

/** A token bucket for each address: of wrong keys, unless another rate is given. */
export class Attempts {
  readonly #rate: Rate;
  readonly #buckets = new RecentMap<TokenBucket>(MOST_ADDRESSES);

  constructor(rate: Rate = WRONG_KEY_RATE) {
    this.#rate = rate;
  }

  /** Counts one attempt more; whether that is too many. */
  isTooMany(address: string, nowMillis: number): boolean {
    const bucket = this.#buckets.of(address, () => new TokenBucket(this.#rate, nowMillis));
    if (bucket.levelAt(nowMillis) < 1) return true;
    bucket.take(nowMillis);
    return false;
  }

  /** Whether one attempt more would be too many; it is not counted. */
  isExhausted(address: string, nowMillis: number): boolean {
    return (this.#buckets.peek(address)?.levelAt(nowMillis) ?? 1) < 1;
  }

  get addresses(): number {
    return this.#buckets.size;
  }
}
