/**
 * Runs tasks in the order in which they come, at most so many in one turn of the event loop: a thousand tasks at once
 * hold up no other work. A task is run at once while its turn has room.
 */
export class PacedQueue {
  readonly #tasksPerTurn: number;
  readonly #pauseMillis: number;
  readonly #waiting: (() => void)[] = [];
  #runInTurn = 0;
  #isScheduled = false;

  /** With a pause, at most so many tasks in each pause. */
  constructor(tasksPerTurn: number, { pauseMillis = 0 } = {}) {
    this.#tasksPerTurn = tasksPerTurn;
    this.#pauseMillis = pauseMillis;
  }

  add(task: () => void): void {
    this.#schedule();
    if (this.#waiting.length > 0 || this.#runInTurn >= this.#tasksPerTurn) {
      this.#waiting.push(task);
      return;
    }
    this.#runInTurn += 1;
    task();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (this.#pauseMillis > 0) setTimeout(() => this.#turn(), this.#pauseMillis);
    else setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const due = this.#waiting.splice(0, this.#tasksPerTurn);
    if (due.length > 0) this.#schedule();
    // A task that one of these adds waits behind all of them.
    this.#runInTurn = this.#tasksPerTurn;
    for (const task of due) task();
    this.#runInTurn = due.length;
  }
}
