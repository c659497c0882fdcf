/** Beyond what clients are told, as in Node's server: a client that sends at the last moment is not cut off. */
export const GRACE_MILLIS = 1_000;

/** Ticks within one timeout. */
const TICKS = 4;

/**
 * Calls back once nothing has happened for a timeout, or for up to a quarter longer: activity is looked for at each tick,
 * so that `touch` costs next to nothing. To set a timer anew for each request would cost more.
 */
export class IdleTimer {
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #idleTicks = 0;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  /** How many ticks have passed since something happened. */
  get idleTicks(): number {
    return Math.max(0, this.#idleTicks);
  }

  /** Starts again, with another timeout. */
  start(timeoutMillis: number): void {
    this.stop();
    this.#idleTicks = 0;
    this.#timer = setInterval(this.#tick, timeoutMillis / TICKS).unref();
  }

  /** Something happened. The next tick comes too soon to count. */
  touch(): void {
    this.#idleTicks = -1;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  readonly #tick = (): void => {
    this.#idleTicks += 1;
    if (this.#idleTicks >= TICKS) this.#onIdle();
  };
}
