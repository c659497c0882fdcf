import type { MonotonicClock } from "./clock.ts";

/**
 * Runs short tasks of many owners, for a slice in each turn of the event loop. A task is run at once while the slice
 * lasts and nothing waits; the others wait, and the owners take turns: an owner with many tasks delays only its own.
 */
export class FairQueue {
  readonly #now: MonotonicClock;
  readonly #sliceMillis: number;
  /** By owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  /** In this turn of the event loop. */
  #spentMillis = 0;
  #isRunning = false;
  #turn: NodeJS.Immediate | undefined;

  constructor(now: MonotonicClock, sliceMillis: number) {
    this.#now = now;
    this.#sliceMillis = sliceMillis;
  }

  run(owner: string, task: () => void): void {
    this.#turn ??= setImmediate(this.#runTurn);
    if (this.#isRunning) task();
    else if (this.#waiting.size === 0 && this.#spentMillis < this.#sliceMillis) this.#spend(task);
    else this.#wait(owner, task);
  }

  #wait(owner: string, task: () => void): void {
    const tasks = this.#waiting.get(owner) ?? new Set();
    // Each is another one, even if the same function is run twice. To take the first of a set costs the same at any size.
    this.#waiting.set(
      owner,
      tasks.add(() => task()),
    );
  }

  readonly #runTurn = (): void => {
    this.#turn = undefined;
    this.#spentMillis = 0;
    // Even if a task fails, the others have their turn.
    if (this.#waiting.size > 0) this.#turn = setImmediate(this.#runTurn);
    do {
      const task = this.#next();
      if (!task) return;
      this.#spend(task);
    } while (this.#spentMillis < this.#sliceMillis);
  };

  #next(): (() => void) | undefined {
    for (const [owner, tasks] of this.#waiting) {
      this.#waiting.delete(owner);
      for (const task of tasks) {
        tasks.delete(task);
        if (tasks.size > 0) this.#waiting.set(owner, tasks);
        return task;
      }
    }
    return undefined;
  }

  /** What a task runs in turn is a part of it. */
  #spend(task: () => void): void {
    const beginMillis = this.#now();
    this.#isRunning = true;
    try {
      task();
    } finally {
      this.#isRunning = false;
      this.#spentMillis += this.#now() - beginMillis;
    }
  }
}
