/** Values by key; of more than so many, the one that was not asked for in the longest time makes room. */
export class RecentMap<Value> {
  readonly #values = new Map<string, Value>();
  readonly #most: number;
  readonly #onForgotten: (value: Value) => void;

  constructor(most: number, onForgotten: (value: Value) => void = () => undefined) {
    this.#most = most;
    this.#onForgotten = onForgotten;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Without remembering that it was asked for. */
  peek(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** The value of a key, made where there is none. */
  of(key: string, make: () => Value): Value {
    const value = this.#values.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest, forgotten] of this.#values) {
      if (this.#values.size <= this.#most) return;
      this.#values.delete(oldest);
      this.#onForgotten(forgotten);
    }
  }

  clear(): void {
    this.#values.clear();
  }
}
