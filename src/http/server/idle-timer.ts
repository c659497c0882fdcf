/** So many looks at a connection within the time that it may be silent. */
const LOOKS = 4;

/**
 * Tells when nothing was heard for a time, and for at most a quarter of that more. It is looked at now and then, so that
 * to hear something costs next to nothing: a timer would be set anew by each request.
 */
export class Silence {
  readonly #onSilent: () => void;
  #timer: NodeJS.Timeout | undefined;
  #quietLooks = 0;

  constructor(onSilent: () => void) {
    this.#onSilent = onSilent;
  }

  /** From now on it may be silent for so long. */
  allow(millis: number): void {
    this.end();
    this.#quietLooks = 0;
    this.#timer = setInterval(this.#look, millis / LOOKS).unref();
  }

  /** Something was heard: the next look comes too soon to count. */
  break(): void {
    this.#quietLooks = -1;
  }

  /** Nobody listens any more. */
  end(): void {
    clearInterval(this.#timer);
  }

  readonly #look = (): void => {
    this.#quietLooks += 1;
    if (this.#quietLooks >= LOOKS) this.#onSilent();
  };
}
