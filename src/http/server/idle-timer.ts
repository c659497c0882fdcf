/** Beyond what clients are told, as in Node's server: a client that sends at the last moment is not cut off. */
export const GRACE_MILLIS = 1_000;

/** Calls back once nothing has happened for a timeout, and again if nothing happens after the next activity. */
export class IdleTimer {
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #activeAtMillis = 0;

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  /** When something happened last. */
  get activeAtMillis(): number {
    return this.#activeAtMillis;
  }

  /** Starts again, with another timeout. */
  start(timeoutMillis: number): void {
    this.stop();
    this.#timer = setTimeout(this.#onIdle, timeoutMillis).unref();
    this.#activeAtMillis = performance.now();
  }

  /** Something happened. */
  touch(): void {
    this.#timer?.refresh();
    this.#activeAtMillis = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
    // To refresh a timer would start it again.
    this.#timer = undefined;
  }
}
