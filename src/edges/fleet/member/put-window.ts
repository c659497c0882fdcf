/** In puts. A thousand gateways that join at the same moment begin with little each. */
const FIRST = 32;
const MOST = 256;
/** An acknowledgement that takes longer says that the cluster has more to do than it can. */
const SLOW_MILLIS = 1_000;

/**
 * How many puts a gateway may have in flight: a congestion window. It grows with each acknowledgement, and is halved when
 * one comes late or not at all. Puts that were sent before the window was halved tell nothing new: they do not halve it
 * again.
 */
export class PutWindow {
  #size = FIRST;
  #halvedAtMillis = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#size;
  }

  /** Nothing is known of the cluster: it was away, or others come back at the same moment. */
  begin(): void {
    this.#size = Math.min(FIRST, this.#size);
  }

  acknowledged(sentAtMillis: number, nowMillis: number): void {
    if (nowMillis - sentAtMillis > SLOW_MILLIS) this.#halve(sentAtMillis, nowMillis);
    else this.#size = Math.min(MOST, this.#size + 1);
  }

  /** No acknowledgement came in time. */
  unanswered(sentAtMillis: number, nowMillis: number): void {
    this.#halve(sentAtMillis, nowMillis);
  }

  #halve(sentAtMillis: number, nowMillis: number): void {
    if (sentAtMillis < this.#halvedAtMillis) return;
    this.#halvedAtMillis = nowMillis;
    this.#size = Math.max(1, Math.floor(this.#size / 2));
  }
}
