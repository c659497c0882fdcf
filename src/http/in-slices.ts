/** As many as are done before whoever else has something to be read gets a turn. */
const SLICE = 16;

/** Does work in the order in which it comes, a little at a time: a thousand answers at once hold up nobody else. */
export class InSlices {
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  add(work: () => void): void {
    this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      for (const work of this.#waiting.splice(0, SLICE)) work();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
