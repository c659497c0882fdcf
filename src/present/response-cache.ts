/** What is kept at the most, beside the newest. */
interface Capacity {
  readonly bytes: number;
  readonly answers: number;
}

interface Entry<Made> {
  readonly madeFrom: readonly unknown[];
  readonly made: Made;
}

/** What answers are made of, by what was asked. It is good for as long as the values that it was made from are the same ones. */
export class Kept<Made extends { readonly byteLength: number }> {
  readonly #entries = new Map<string, Entry<Made>>();
  readonly #capacity: Capacity;
  #bytes = 0;

  constructor(capacity: Capacity) {
    this.#capacity = capacity;
  }

  /** What was asked for, made only when what was kept no longer holds; that is at hand then. Nothing is not kept. */
  get(question: string, madeFrom: readonly unknown[], make: (former: Made | undefined) => Made): Made;
  get(
    question: string,
    madeFrom: readonly unknown[],
    make: (former: Made | undefined) => Made | undefined,
  ): Made | undefined;
  get(
    question: string,
    madeFrom: readonly unknown[],
    make: (former: Made | undefined) => Made | undefined,
  ): Made | undefined {
    const kept = this.#entries.get(question);
    if (kept && holdSame(kept.madeFrom, madeFrom)) return kept.made;
    const made = make(kept?.made);
    this.#forget(question);
    if (made) this.#keep(question, { madeFrom, made });
    return made;
  }

  #keep(question: string, entry: Entry<Made>): void {
    const { byteLength } = entry.made;
    const { bytes, answers } = this.#capacity;
    for (const [oldest] of this.#entries) {
      if (this.#bytes + byteLength <= bytes && this.#entries.size < answers) break;
      this.#forget(oldest);
    }
    this.#entries.set(question, entry);
    this.#bytes += byteLength;
  }

  #forget(question: string): void {
    this.#bytes -= this.#entries.get(question)?.made.byteLength ?? 0;
    this.#entries.delete(question);
  }
}

/** Whether two lists hold the very same values. */
export function holdSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
