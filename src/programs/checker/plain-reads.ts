/** The plain reads of each list so far. */
export class PlainReads {
  readonly #seen = new Map<string, Set<string>>();
  readonly #gone = new Map<string, ReadonlySet<string>>();

  /** Adds a read of a kind; gives the key of an item that was in an earlier read, was missing in the last, and is back. */
  add(kind: string, keys: ReadonlySet<string>): string | undefined {
    const seen = this.#seen.get(kind) ?? new Set();
    const back = [...keys].find((key) => this.#gone.get(kind)?.has(key));
    for (const key of keys) seen.add(key);
    this.#seen.set(kind, seen);
    this.#gone.set(kind, new Set([...seen].filter((key) => !keys.has(key))));
    return back;
  }
}
