import type { MqttLimits } from "./limits.ts";

/** MQTT 3.1.1 §3.1.2.10. */
const KEEP_ALIVE_GRACE = 1.5;

/**
 * How long a client has kept us waiting. Seconds are counted, not read from a clock: while this process stands still
 * nobody is late.
 */
export class Patience {
  readonly #limits: MqttLimits;
  #keepAliveSeconds: number | undefined;
  #quietSeconds = 0;
  #stalledSeconds = 0;

  constructor(limits: MqttLimits) {
    this.#limits = limits;
  }

  /** Whether it has said who it is. */
  get isIntroduced(): boolean {
    return this.#keepAliveSeconds !== undefined;
  }

  /** It promises to be heard within so many seconds; 0 is no promise. */
  introduced(keepAliveSeconds: number): void {
    this.#keepAliveSeconds = keepAliveSeconds === 0 ? this.#limits.keepAliveSeconds : keepAliveSeconds;
  }

  heard(): void {
    this.#quietSeconds = 0;
  }

  /** It has taken what it was given. */
  gotOn(): void {
    this.#stalledSeconds = 0;
  }

  /** Whether patience is at its end, one second later. */
  isOverAfterSecond(isGivenSomething: boolean): boolean {
    const { connectSeconds, stallSeconds } = this.#limits;
    this.#quietSeconds += 1;
    this.#stalledSeconds = isGivenSomething ? this.#stalledSeconds + 1 : 0;
    const quietLimit =
      this.#keepAliveSeconds === undefined ? connectSeconds : this.#keepAliveSeconds * KEEP_ALIVE_GRACE;
    return this.#quietSeconds > quietLimit || this.#stalledSeconds > stallSeconds;
  }
}
