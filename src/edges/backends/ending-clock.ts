import type { Change } from "../../core/home/changes/change.ts";
import type { Clock } from "../../shared/clock.ts";
import type { BackendContext } from "./backend.ts";

/** A clock that can be ended: then all timers are cancelled and no new ones are set. */
export class EndingClock implements Clock {
  readonly #clock: Clock;
  readonly #alarms = new Set<() => void>();
  #hasEnded = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  readonly now = (): number => this.#clock.now();

  after(millis: number, action: () => void): () => void {
    if (this.#hasEnded) return () => undefined;
    const cancel = this.#clock.after(millis, () => {
      this.#alarms.delete(cancel);
      action();
    });
    this.#alarms.add(cancel);
    return () => {
      this.#alarms.delete(cancel);
      cancel();
    };
  }

  end(): void {
    this.#hasEnded = true;
    for (const cancel of this.#alarms) cancel();
    this.#alarms.clear();
  }
}

/** The context of a back end with a clock that can be ended: then nothing is reported any more. */
export function endingContext(context: BackendContext): {
  readonly context: BackendContext;
  readonly clock: EndingClock;
} {
  const clock = new EndingClock(context.clock);
  const report = (change: Change) => {
    if (!clock.hasEnded) context.report(change);
  };
  return { context: { ...context, clock, report }, clock };
}
