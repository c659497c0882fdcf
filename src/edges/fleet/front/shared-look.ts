import type { Clock } from "../../../shared/clock.ts";

/** The shortest time from one look to the next. */
const PAUSE_MILLIS = 100;

/**
 * Looks at something for everybody who asks, one look at a time: whoever asks while one is under way shares the next,
 * which begins after they asked. However many ask, there are at most ten looks a second.
 */
export class SharedLook<Result> {
  readonly #look: () => Promise<Result>;
  readonly #clock: Clock;
  #next: Promise<Result> | undefined;
  #rested: Promise<void> = Promise.resolve();

  constructor(look: () => Promise<Result>, clock: Clock) {
    this.#look = look;
    this.#clock = clock;
  }

  take(): Promise<Result> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  async #begin(): Promise<Result> {
    await this.#rested;
    this.#next = undefined;
    const looking = this.#look();
    this.#rested = looking.then(
      () => this.#pause(),
      () => this.#pause(),
    );
    return looking;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#clock.after(PAUSE_MILLIS, resolve);
    });
  }
}
