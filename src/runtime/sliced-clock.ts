import type { Clock } from "../shared/clock.ts";
import { TimerHeap } from "./timer-heap.ts";

/** How long timers run before others are served, and how long those are served. */
const SLICE_MILLIS = 1;
const REST_MILLIS = 3;

/**
 * The timers of one gateway behind a single timer of another clock. Ten thousand lamps that are commanded together report
 * together, and time out together: by themselves their timers would all run before anybody else is served.
 */
export class SlicedClock implements Clock {
  readonly now: () => number;
  readonly #clock: Clock;
  readonly #timers = new TimerHeap();
  #armedForMillis = Number.POSITIVE_INFINITY;
  #restsUntilMillis = 0;
  #disarm: () => void = () => undefined;
  #isRunning = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.now = () => clock.now();
  }

  after(millis: number, action: () => void): () => void {
    const timer = this.#timers.add(this.now() + millis, action);
    this.#arm();
    return () => this.#timers.cancel(timer);
  }

  #arm(): void {
    const atMillis = Math.max(this.#timers.nextAtMillis, this.#restsUntilMillis);
    if (this.#isRunning || atMillis >= this.#armedForMillis) return;
    this.#disarm();
    this.#armedForMillis = atMillis;
    this.#disarm = this.#clock.after(Math.max(0, atMillis - this.now()), this.#fire);
  }

  readonly #fire = (): void => {
    this.#armedForMillis = Number.POSITIVE_INFINITY;
    const untilMillis = this.now() + SLICE_MILLIS;
    this.#isRunning = true;
    try {
      for (let action = this.#timers.takeDue(this.now()); action; action = this.#timers.takeDue(this.now())) {
        action();
        if (this.now() >= untilMillis) break;
      }
    } finally {
      this.#isRunning = false;
      if (this.now() >= untilMillis) this.#restsUntilMillis = this.now() + REST_MILLIS;
      this.#arm();
    }
  };
}
