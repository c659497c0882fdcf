import { distanceFromWish } from "../home/comes-to.ts";
import { isSame } from "../home/replacement.ts";

type State = Readonly<Record<string, unknown>>;

/** How many wishes for one thing are remembered while nothing is heard. */
const MOST_REMEMBERED = 64;

/** What was wished of a lamp and is not confirmed yet, and what the lamp truly is meanwhile. */
export class PendingWish {
  readonly #wished = new Map<string, readonly unknown[]>();
  readonly #truth = new Map<string, unknown>();

  /** Whether everything that was wished has come true. */
  get isConfirmed(): boolean {
    return this.#wished.size === 0;
  }

  /** What the lamp is, as far as it was heard, wherever that is not what was wished. */
  get truth(): State {
    return Object.fromEntries(this.#truth);
  }

  add(before: State, wish: State): void {
    for (const [key, value] of Object.entries(wish)) {
      if (!this.#wished.has(key)) this.#truth.set(key, before[key]);
      this.#wished.set(key, [...(this.#wished.get(key) ?? []), value].slice(-MOST_REMEMBERED));
    }
  }

  /** Takes in what the lamp says of itself; gives what of it may be shown: nothing that a newer wish is to change. */
  hear(state: State): State {
    return Object.fromEntries(Object.entries(state).filter(([key, value]) => this.#isNews(key, value)));
  }

  /** An answer to an earlier wish is no news while a later one is on its way. */
  #isNews(key: string, value: unknown): boolean {
    const wished = this.#wished.get(key);
    if (!wished) return true;
    const isOld = isSame(this.#truth.get(key), value);
    this.#truth.set(key, value);
    const open = wished.slice(answeredBy(value, { key, wished, isOld }) + 1);
    if (open.length > 0) {
      this.#wished.set(key, open);
      return false;
    }
    this.#wished.delete(key);
    this.#truth.delete(key);
    return true;
  }
}

/**
 * Which wish a lamp answers: the one that comes nearest to what it says, as lamps round, and of several the first; -1
 * for none. What it was already, when it was told, is an answer only to a wish for just that.
 */
function answeredBy(
  value: unknown,
  { key, wished, isOld }: { readonly key: string; readonly wished: readonly unknown[]; readonly isOld: boolean },
): number {
  const distances = wished.map((wish) => distanceFromWish(key, wish, value));
  const nearest = Math.min(...distances);
  return nearest <= (isOld ? 0 : 1) ? distances.indexOf(nearest) : -1;
}
