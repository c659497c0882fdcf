import type { Clock } from "../../shared/clock.ts";
import { Durations } from "../../shared/durations.ts";

const INTERVAL_MILLIS = 100;
/** A machine that slept for a night was not busy for a night. */
const MOST_MISSED = 600;

/** How late timers are: ten looks a second at how long whoever asks would have waited for the event loop. */
export class EventLoopLag {
  readonly durations = new Durations();
  readonly #clock: Clock;
  #cancel: () => void = () => undefined;

  private constructor(clock: Clock) {
    this.#clock = clock;
  }

  static watch(clock: Clock): EventLoopLag {
    const lag = new EventLoopLag(clock);
    lag.#next();
    return lag;
  }

  stop(): void {
    this.#cancel();
  }

  #next(): void {
    const dueMillis = this.#clock.now() + INTERVAL_MILLIS;
    this.#cancel = this.#clock.after(INTERVAL_MILLIS, () => {
      this.#add(this.#clock.now() - dueMillis);
      this.#next();
    });
  }

  /** Whoever would have asked during a long wait waited too, each a little less: one look alone would hide that. */
  #add(lateMillis: number): void {
    const missed = Math.min(Math.floor(lateMillis / INTERVAL_MILLIS), MOST_MISSED);
    for (let look = 0; look <= missed; look += 1) this.durations.add(Math.max(0, lateMillis - look * INTERVAL_MILLIS));
  }
}
