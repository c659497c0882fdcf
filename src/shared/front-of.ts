/**
 * Gives the first entry of a map or set whose entries are taken out in their order. A new iterator for each of them would
 * step over the places of all that were taken out before: 24 s for 200,000 entries, 0.1 s in this way.
 */
export class FrontOf<Entry> {
  readonly #entries: Iterable<Entry>;
  #iterator: Iterator<Entry>;

  constructor(entries: Iterable<Entry>) {
    this.#entries = entries;
    this.#iterator = entries[Symbol.iterator]();
  }

  /** The next entry, which is then to be taken out. Those that were added in the meantime come too. */
  next(): Entry | undefined {
    const { done, value } = this.#iterator.next();
    if (!done) return value;
    this.#iterator = this.#entries[Symbol.iterator]();
    const first = this.#iterator.next();
    return first.done ? undefined : first.value;
  }
}
