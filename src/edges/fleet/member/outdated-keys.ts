/** Keys of entries that may be out of date. They are put in passes: what changes during a pass waits for the next. */
export class OutdatedKeys {
  #pass = new Set<string>();
  #next = new Set<string>();

  get size(): number {
    return this.#pass.size + this.#next.size;
  }

  get isPassOver(): boolean {
    return this.#pass.size === 0;
  }

  has(key: string): boolean {
    return this.#pass.has(key) || this.#next.has(key);
  }

  add(key: string): void {
    if (!this.#pass.has(key)) this.#next.add(key);
  }

  /** A key that was taken in this pass, and in vain. */
  giveBack(key: string): void {
    this.#next.delete(key);
    this.#pass.add(key);
  }

  take(key: string): void {
    this.#pass.delete(key);
  }

  beginPass(): void {
    [this.#pass, this.#next] = [this.#next, this.#pass];
  }

  /** The keys of this pass that were not taken yet. */
  inPass(): Iterable<string> {
    return this.#pass;
  }

  *[Symbol.iterator](): Generator<string, undefined> {
    yield* this.#pass;
    yield* this.#next;
  }
}
