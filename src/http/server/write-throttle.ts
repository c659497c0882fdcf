import { InSlices } from "./in-slices.ts";

/** Writes that are begun in one turn of the event loop: each takes as long as many reads. */
const WRITES = 4;

/**
 * Whose turn it is to be answered. Reads are answered at once, and so are writes, unless they come in a rush: then reads
 * go ahead of those that wait. Only what follows a write on its own connection never overtakes it.
 */
export class Turns {
  readonly #writes = new InSlices(WRITES);
  /** How many wait on each connection. */
  readonly #waiting = new WeakMap<object, number>();

  take({ connection, isWrite }: { readonly connection: object; readonly isWrite: boolean }, answer: () => void): void {
    const before = this.#waiting.get(connection) ?? 0;
    if (!isWrite && before === 0) {
      answer();
      return;
    }
    this.#waiting.set(connection, before + 1);
    this.#writes.add(() => {
      this.#waiting.set(connection, (this.#waiting.get(connection) ?? 1) - 1);
      answer();
    });
  }
}
