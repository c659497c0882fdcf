/** Those who wait until certain entries are in the bucket. */
export class Barriers {
  readonly #waiting = new Set<{ readonly keys: Set<string>; readonly resolve: (revision: number) => void }>();

  /** Resolves once all of these entries have passed, with the highest revision then. */
  behind(keys: Set<string>): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting.add({ keys, resolve });
    });
  }

  /** An entry is in the bucket as it is in the home. */
  pass(key: string, highest: number): void {
    for (const barrier of this.#waiting) {
      barrier.keys.delete(key);
      if (barrier.keys.size > 0) continue;
      this.#waiting.delete(barrier);
      barrier.resolve(highest);
    }
  }
}
