/** How many times each value is held. */
export class Counts<Value> {
  readonly #counts = new Map<Value, number>();

  /** Returns how many times the value is held then. */
  add(value: Value): number {
    const count = (this.#counts.get(value) ?? 0) + 1;
    this.#counts.set(value, count);
    return count;
  }

  remove(value: Value): number {
    const count = (this.#counts.get(value) ?? 0) - 1;
    if (count > 0) this.#counts.set(value, count);
    else this.#counts.delete(value);
    return count;
  }
}
