import { type Dependencies, haveSameItems } from "../../../core/present/dependencies.ts";

/** What is remembered at the most, beside the newest value. */
interface Capacity {
  readonly bytes: number;
  readonly values: number;
}

interface Entry<Value> {
  readonly dependencies: Dependencies;
  readonly value: Value;
}

/** Values by key, each made again only when its dependencies are others; the oldest make room. */
export class BoundedMemo<Value extends { readonly byteLength: number }> {
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #capacity: Capacity;
  #bytes = 0;

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
  }

  /** The value of a key. One that is undefined is not remembered. */
  get(key: string, dependencies: Dependencies, make: () => Value): Value;
  get(key: string, dependencies: Dependencies, make: () => Value | undefined): Value | undefined;
  get(key: string, dependencies: Dependencies, make: () => Value | undefined): Value | undefined {
    const known = this.#entries.get(key);
    if (known && haveSameItems(known.dependencies, dependencies)) return known.value;
    const value = make();
    this.#delete(key);
    if (value) this.#add(key, { dependencies, value });
    return value;
  }

  #add(key: string, entry: Entry<Value>): void {
    const { byteLength } = entry.value;
    const { bytes, values } = this.#capacity;
    for (const [oldest] of this.#entries) {
      if (this.#bytes + byteLength <= bytes && this.#entries.size < values) break;
      this.#delete(oldest);
    }
    this.#entries.set(key, entry);
    this.#bytes += byteLength;
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.value.byteLength ?? 0;
    this.#entries.delete(key);
  }
}
