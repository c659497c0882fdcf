import type { MonotonicClock } from "../../shared/clock.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { TokenBucket } from "../../shared/token-bucket.ts";

/**
 * A rest is as long as the command took. A command that took longer than this owes others more: after 80 ms twice that time,
 * after 160 ms four times. No rest is longer than six seconds.
 */
const SHORT_MILLIS = 40;
const LONGEST_REST_MILLIS = 6_000;

/** How much of what is owed need not be given yet: a person who sets the whole house a few times in a row does not wait. */
const OWED_MILLIS = 12_000;

const MOST_AUTHORS = 1_000;

/** What one author of commands owes others, and when it was served last. */
interface Debt {
  readonly owed: TokenBucket;
  restsUntilMillis: number;
  turn: number;
}

/**
 * When the next command for many lights may begin. Everybody rests for as long as the last one took; whoever gave it rests
 * for longer if it took long, alone: others do not wait for what one client owes.
 */
export class LargeCommandRests {
  readonly #now: MonotonicClock;
  readonly #debts = new RecentMap<Debt>(MOST_AUTHORS);
  #allRestUntilMillis = 0;
  #turns = 0;

  constructor(now: MonotonicClock) {
    this.#now = now;
  }

  /** When an author may have a command carried out. */
  endFor(author: string): number {
    return Math.max(this.#allRestUntilMillis, this.#debts.peek(author)?.restsUntilMillis ?? 0);
  }

  /** The higher, the later an author was served last; 0 for one who was not, or long ago. */
  turnOf(author: string): number {
    return this.#debts.peek(author)?.turn ?? 0;
  }

  /** A command is over, for these authors. */
  begin(authors: Iterable<string>, tookMillis: number): void {
    const nowMillis = this.#now();
    this.#turns += 1;
    this.#allRestUntilMillis = nowMillis + Math.min(tookMillis, LONGEST_REST_MILLIS);
    for (const author of authors) {
      const debt = this.#debts.of(author, () => freshDebt(nowMillis));
      debt.owed.take(nowMillis, Math.min((tookMillis * tookMillis) / SHORT_MILLIS, LONGEST_REST_MILLIS));
      debt.restsUntilMillis = nowMillis + Math.min(-debt.owed.levelAt(nowMillis), LONGEST_REST_MILLIS);
      debt.turn = this.#turns;
    }
  }
}

const freshDebt = (nowMillis: number): Debt => ({
  owed: new TokenBucket({ perSecond: 1_000, burst: OWED_MILLIS }, nowMillis),
  restsUntilMillis: 0,
  turn: 0,
});
