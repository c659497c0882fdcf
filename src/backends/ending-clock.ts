import type { Change } from "../home/changes/change.ts";
import type { Clock } from "../home/clock.ts";
import type { BackendContext } from "./backend.ts";

/** A clock that can come to an end: then it calls nobody back, and never will. */
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
    const callOff = this.#clock.after(millis, () => {
      this.#alarms.delete(callOff);
      action();
    });
    this.#alarms.add(callOff);
    return () => {
      this.#alarms.delete(callOff);
      callOff();
    };
  }

  end(): void {
    this.#hasEnded = true;
    for (const callOff of this.#alarms) callOff();
    this.#alarms.clear();
  }
}

/** A back end's surroundings that can come to an end: then nothing is reported any more. */
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
