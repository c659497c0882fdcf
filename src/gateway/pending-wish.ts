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
    this.#truth.set(key, value);
    const answered = wished.findIndex((wish) => isSame(wish, value));
    const open = wished.slice(answered + 1);
    if (open.length > 0) {
      this.#wished.set(key, open);
      return false;
    }
    this.#wished.delete(key);
    this.#truth.delete(key);
    return true;
  }
}
