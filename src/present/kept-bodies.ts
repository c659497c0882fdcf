/** What is kept at the most, beside the newest answer. */
const CAPACITY = { bytes: 32 * 1024 * 1024, answers: 256 };

interface KeptBody {
  readonly madeFrom: readonly unknown[];
  readonly body: Uint8Array;
}

/** Finished answers by what was asked. One is good for as long as the values that it was made from are the same ones. */
export class KeptBodies {
  readonly #bodies = new Map<string, KeptBody>();
  #bytes = 0;

  /** The body asked for, made only when nothing that was kept still holds. */
  body(question: string, madeFrom: readonly unknown[], make: () => Uint8Array): Uint8Array {
    const kept = this.#bodies.get(question);
    if (kept && holdSame(kept.madeFrom, madeFrom)) return kept.body;
    this.#forget(question);
    const body = make();
    for (const [oldest] of this.#bodies) {
      if (this.#bytes + body.byteLength <= CAPACITY.bytes && this.#bodies.size < CAPACITY.answers) break;
      this.#forget(oldest);
    }
    this.#bodies.set(question, { madeFrom, body });
    this.#bytes += body.byteLength;
    return body;
  }

  #forget(question: string): void {
    this.#bytes -= this.#bodies.get(question)?.body.byteLength ?? 0;
    this.#bodies.delete(question);
  }
}

/** Whether two lists hold the very same values. */
export const holdSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
