import type { Clock } from "../../shared/clock.ts";

interface Alarm {
  readonly atMillis: number;
  readonly action: () => void;
}

/** A clock that moves only when a test says so, and then rings every alarm in its order and at its time. */
export class DrivenClock implements Clock {
  #nowMillis = 1_000;
  readonly #alarms = new Set<Alarm>();

  readonly now = (): number => this.#nowMillis;

  after(millis: number, action: () => void): () => void {
    const alarm = { atMillis: this.#nowMillis + millis, action };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  advance(millis: number): void {
    const endMillis = this.#nowMillis + millis;
    for (let next = this.#nextUntil(endMillis); next; next = this.#nextUntil(endMillis)) {
      this.#alarms.delete(next);
      this.#nowMillis = Math.max(this.#nowMillis, next.atMillis);
      next.action();
    }
    this.#nowMillis = endMillis;
  }

  #nextUntil(endMillis: number): Alarm | undefined {
    return [...this.#alarms]
      .filter(({ atMillis }) => atMillis <= endMillis)
      .sort((one, other) => one.atMillis - other.atMillis)[0];
  }
}
