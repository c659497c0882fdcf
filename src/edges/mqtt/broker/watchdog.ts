import type { MqttLimits } from "./limits.ts";

/** MQTT 3.1.1 §3.1.2.10. */
const KEEP_ALIVE_GRACE = 1.5;

/**
 * Notices a client that does not send CONNECT, keep its keep-alive or acknowledge messages. Seconds are counted, not read
 * from a clock: while this process stands still, no client is late.
 */
export class Watchdog {
  readonly #limits: MqttLimits;
  #keepAliveSeconds: number | undefined;
  #quietSeconds = 0;
  #stalledSeconds = 0;

  constructor(limits: MqttLimits) {
    this.#limits = limits;
  }

  /** Whether the client has sent CONNECT. */
  get hasConnected(): boolean {
    return this.#keepAliveSeconds !== undefined;
  }

  /** The client promises a packet within so many seconds; 0 is no promise. */
  connected(keepAliveSeconds: number): void {
    this.#keepAliveSeconds = keepAliveSeconds === 0 ? this.#limits.keepAliveSeconds : keepAliveSeconds;
  }

  packetReceived(): void {
    this.#quietSeconds = 0;
  }

  /** The client acknowledged a message. */
  progressed(): void {
    this.#stalledSeconds = 0;
  }

  /**
   * Counts a second; returns whether the client is to be dropped. The first second that is counted may have begun before
   * the last packet, so a limit has passed only when one more is counted.
   */
  isExpiredAfterSecond(hasUnacknowledged: boolean): boolean {
    const { connectSeconds, stallSeconds } = this.#limits;
    this.#quietSeconds += 1;
    this.#stalledSeconds = hasUnacknowledged ? this.#stalledSeconds + 1 : 0;
    const quietLimit =
      this.#keepAliveSeconds === undefined ? connectSeconds : Math.ceil(this.#keepAliveSeconds * KEEP_ALIVE_GRACE);
    return this.#quietSeconds > quietLimit || this.#stalledSeconds > stallSeconds;
  }
}
