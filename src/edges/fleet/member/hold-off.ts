import type { Clock } from "../../../shared/clock.ts";

/** A time in which nothing is begun. Of several that overlap, the one that ends last counts. */
export class HoldOff {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #untilMillis: number | undefined;
  #cancel: () => void = () => undefined;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  get isOn(): boolean {
    return this.#untilMillis !== undefined;
  }

  begin(millis: number): void {
    const untilMillis = this.#clock.now() + millis;
    if (this.#untilMillis !== undefined && untilMillis <= this.#untilMillis) return;
    this.#cancel();
    this.#untilMillis = untilMillis;
    this.#cancel = this.#clock.after(millis, () => {
      this.#untilMillis = undefined;
      this.#onEnd();
    });
  }

  /** Ends it without a word. */
  cancel(): void {
    this.#cancel();
    this.#untilMillis = undefined;
  }
}
