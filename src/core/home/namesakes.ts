import type { ResourceReplacement } from "./changes/replacement.ts";
import { folded } from "./model/name.ts";

const KINDS = ["devices", "lights", "syncBoxes", "scenes"] as const;
/** The kinds whose names may be the same in several rooms. */
export type NamedKind = (typeof KINDS)[number];

/** How many resources of a kind have a name: a name alone may not say which of them is meant. */
export class Namesakes {
  readonly #counts = new Map<string, number>();

  areSeveral(kind: NamedKind, name: string): boolean {
    return (this.#counts.get(keyOf(kind, name)) ?? 0) > 1;
  }

  follow({ in: collection, before, after }: ResourceReplacement): void {
    if (before?.name === after?.name) return;
    const kind = KINDS.find((one) => one === collection);
    if (kind === undefined) return;
    if (before) this.#count(keyOf(kind, before.name), -1);
    if (after) this.#count(keyOf(kind, after.name), 1);
  }

  #count(key: string, difference: number): void {
    const count = (this.#counts.get(key) ?? 0) + difference;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

const keyOf = (kind: NamedKind, name: string): string => `${kind} ${folded(name)}`;
