import { idOf, type Replacement } from "../home/replacement.ts";
import type { Fate } from "./store.ts";

/** What is not stored yet: one fate for each resource, however often it changed. */
export class Unstored {
  #fates = new Map<string, Fate>();

  get isEmpty(): boolean {
    return this.#fates.size === 0;
  }

  add(replacements: readonly Replacement[]): void {
    for (const replacement of replacements) {
      const key = keyOf(replacement.in, idOf(replacement));
      const isNew = replacement.before === undefined || (this.#fates.get(key)?.isNew ?? false);
      if (replacement.before === undefined) this.#fates.delete(key);
      this.#fates.set(key, {
        in: replacement.in,
        id: idOf(replacement),
        after: replacement.after,
        isNew: isNew && replacement.after !== undefined,
      } as Fate);
    }
  }

  /** Everything, in the order in which new resources came; nothing is left. */
  take(): readonly Fate[] {
    const fates = [...this.#fates.values()];
    this.#fates = new Map();
    return fates;
  }

  /** What was taken could not be stored: it comes before what was added since. */
  putBack(taken: readonly Fate[]): void {
    const newer = this.#fates;
    this.#fates = new Map();
    for (const fate of taken) {
      const key = keyOf(fate.in, fate.id);
      const since = newer.get(key);
      if (since?.isNew) continue;
      newer.delete(key);
      this.#fates.set(key, since ? ({ ...since, isNew: fate.isNew && since.after !== undefined } as Fate) : fate);
    }
    for (const [key, fate] of newer) this.#fates.set(key, fate);
  }
}

const keyOf = (collection: string, id: string): string => `${collection} ${id}`;
