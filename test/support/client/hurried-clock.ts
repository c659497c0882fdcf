import type { Clock } from "../../../src/shared/clock.ts";

/** Real time, only faster, for a client and a gateway on real sockets: a minute takes less than a second. */
export class HurriedClock implements Clock {
  readonly #factor: number;

  constructor(factor: number) {
    this.#factor = factor;
  }

  readonly now = (): number => performance.now() * this.#factor;

  /** Never less than a few milliseconds, so that sockets get their turn. */
  after(millis: number, action: () => void): () => void {
    const timer = setTimeout(action, 5 + millis / this.#factor);
    return () => clearTimeout(timer);
  }
}
