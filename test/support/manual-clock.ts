/** A clock that moves only when a test says so. */
export class ManualClock {
  #nowMillis = 1_000;

  readonly now = (): number => this.#nowMillis;

  advance(millis: number): void {
    this.#nowMillis += millis;
  }
}
