import type { Clock } from "../../../shared/clock.ts";

interface Waiting {
  readonly atMillis: number;
  readonly action: () => void;
}

/** Delayed actions in FIFO order: none overtakes another, however short its delay. */
export class Queue {
  readonly #clock: Clock;
  /** Undefined while nothing waits: there may be thousands of queues, and few are in use. */
  #waiting: Waiting[] | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(delayMillis: number, action: () => void): void {
    const waiting = { atMillis: this.#clock.now() + delayMillis, action };
    if (this.#waiting) this.#waiting.push(waiting);
    else {
      this.#waiting = [waiting];
      this.#awaitFirst();
    }
  }

  /** Runs an action at once where there is no delay and nothing waits: ten thousand lamps may report together. */
  runOrAdd(delayMillis: number, action: () => void): void {
    if (delayMillis === 0 && !this.#waiting) action();
    else this.add(delayMillis, action);
  }

  clear(): void {
    this.#waiting = undefined;
    this.#awaitFirst();
  }

  /** Schedules the next action before it runs the first, which may add to the queue or clear it. */
  #doFirst(): void {
    const first = this.#waiting?.shift();
    if (this.#waiting?.length === 0) this.#waiting = undefined;
    this.#awaitFirst();
    first?.action();
  }

  #awaitFirst(): void {
    this.#cancel?.();
    const first = this.#waiting?.[0];
    const millisLeft = first && Math.max(0, first.atMillis - this.#clock.now());
    this.#cancel = millisLeft === undefined ? undefined : this.#clock.after(millisLeft, () => this.#doFirst());
  }
}
