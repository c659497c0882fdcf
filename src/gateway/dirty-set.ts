import { idOf, type Replacement } from "../home/changes/replacement.ts";
import type { ResourceWrite } from "./store.ts";

/** What the store does not have yet: one write for each resource, however often the resource changed. */
export class DirtySet {
  #writes = new Map<string, ResourceWrite>();

  get isEmpty(): boolean {
    return this.#writes.size === 0;
  }

  add(replacements: readonly Replacement[]): void {
    for (const replacement of replacements) {
      const key = keyOf(replacement.in, idOf(replacement));
      const isNew = replacement.before === undefined || (this.#writes.get(key)?.isNew ?? false);
      if (replacement.before === undefined) this.#writes.delete(key);
      this.#writes.set(key, {
        in: replacement.in,
        id: idOf(replacement),
        after: replacement.after,
        isNew: isNew && replacement.after !== undefined,
      } as ResourceWrite);
    }
  }

  /** Empties the set; gives its writes in the order in which new resources were added. */
  take(): readonly ResourceWrite[] {
    const writes = [...this.#writes.values()];
    this.#writes = new Map();
    return writes;
  }

  /** Puts writes that the store refused before what was added since. */
  restore(refused: readonly ResourceWrite[]): void {
    const newer = this.#writes;
    this.#writes = new Map();
    for (const write of refused) {
      const key = keyOf(write.in, write.id);
      const since = newer.get(key);
      if (since?.isNew) continue;
      newer.delete(key);
      this.#writes.set(
        key,
        since ? ({ ...since, isNew: write.isNew && since.after !== undefined } as ResourceWrite) : write,
      );
    }
    for (const [key, write] of newer) this.#writes.set(key, write);
  }
}

const keyOf = (collection: string, id: string): string => `${collection} ${id}`;
