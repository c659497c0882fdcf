/** Does work in the order in which it comes, a little at a time: a thousand at once hold up nobody else. */
export class InSlices {
  readonly #slice: number;
  readonly #pauseMillis: number;
  readonly #waiting: (() => void)[] = [];
  #doneInTurn = 0;
  #isScheduled = false;

  /** As many as are done before whoever else has something to be read gets a turn, or as many turns as a pause holds. */
  constructor(slice: number, { pauseMillis = 0 } = {}) {
    this.#slice = slice;
    this.#pauseMillis = pauseMillis;
  }

  add(work: () => void): void {
    this.#schedule();
    if (this.#waiting.length > 0 || this.#doneInTurn >= this.#slice) {
      this.#waiting.push(work);
      return;
    }
    this.#doneInTurn += 1;
    work();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (this.#pauseMillis > 0) setTimeout(() => this.#turn(), this.#pauseMillis);
    else setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const due = this.#waiting.splice(0, this.#slice);
    if (due.length > 0) this.#schedule();
    // What one of them adds comes behind the others.
    this.#doneInTurn = this.#slice;
    for (const work of due) work();
    this.#doneInTurn = due.length;
  }
}
