import { ManualClock } from "./manual-clock.ts";

/** Time passes in steps, with turns of the event loop between them. */
const STEP_MILLIS = 1_000;

/**
 * A clock that the test drives, on a machine that is slow: every look at it takes a while, so what is done in one turn of
 * the event loop soon has to wait for the next. What is to go on at once goes on when the test gives it a turn.
 */
export class BusyClock extends ManualClock {
  readonly #lookMillis: number;
  readonly #due = new Set<() => void>();
  #nowMillis = 1_000;
  /** How many there were. */
  turns = 0;

  constructor(lookMillis = 1) {
    super();
    this.#lookMillis = lookMillis;
  }

  override readonly now = (): number => {
    this.#nowMillis += this.#lookMillis;
    return this.#nowMillis;
  };

  override after(millis: number, action: () => void): () => void {
    if (millis > 0) return super.after(millis, action);
    this.#due.add(action);
    return () => this.#due.delete(action);
  }

  /** Another turn of the event loop; whether there was something to do in it. */
  turn(): boolean {
    const due = [...this.#due];
    this.#due.clear();
    for (const action of due) action();
    if (due.length > 0) this.turns += 1;
    return due.length > 0;
  }

  /** Turns until there is nothing left to do. */
  settle(): void {
    while (this.turn());
  }

  override advance(millis: number): void {
    this.settle();
    for (let left = millis; left > 0; left -= STEP_MILLIS) {
      const step = Math.min(left, STEP_MILLIS);
      this.#nowMillis += step;
      super.advance(step);
      this.settle();
    }
  }
}
