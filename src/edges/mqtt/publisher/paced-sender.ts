import type { Clock } from "../../../shared/clock.ts";
import { type Rate, TokenBucket } from "../../../shared/token-bucket.ts";
import { Message } from "../messages/message.ts";
import type { DeliveryCursor } from "./delivery-cursor.ts";

export interface PacedSenderOptions {
  readonly cursor: DeliveryCursor;
  readonly clock: Clock;
  /** Calls back once the broker has acknowledged the message. */
  readonly publish: (message: Message, onAcknowledged: () => void) => void;
  readonly onStalled: () => void;
}

/** How long a broker may leave all messages unacknowledged. */
const STALL_MILLIS = 30_000;

/**
 * A broker takes messages faster than it passes them on, and drops what its queue cannot hold: Mosquitto queues 1,000 for
 * each subscriber by default, and drops the others without a word.
 */
const PACE: Rate = { perSecond: 500, burst: 800 };
const PAUSE_MILLIS = 20;

/** Sends what the cursor has over one connection, at a bounded rate, and notices a broker that acknowledges nothing. */
export class PacedSender {
  readonly #options: PacedSenderOptions;
  readonly #pace: TokenBucket;
  #isClosed = false;
  #cancelStall: (() => void) | undefined;
  #cancelPause: (() => void) | undefined;

  constructor(options: PacedSenderOptions) {
    this.#options = options;
    this.#pace = new TokenBucket(PACE, options.clock.now());
  }

  sendPending(): void {
    const { cursor, clock, onStalled } = this.#options;
    while (this.#isInPace()) {
      const message = cursor.next();
      if (message === "later") this.#pause();
      if (!(message instanceof Message)) break;
      this.#send(message);
    }
    if (cursor.hasInFlight) this.#cancelStall ??= clock.after(STALL_MILLIS, onStalled);
  }

  end(): void {
    this.#isClosed = true;
    this.#cancelStall?.();
    this.#cancelPause?.();
    this.#options.cursor.interrupt();
  }

  #isInPace(): boolean {
    const { clock } = this.#options;
    if (this.#pace.levelAt(clock.now()) >= 1) return true;
    this.#pause();
    return false;
  }

  #pause(): void {
    this.#cancelPause ??= this.#options.clock.after(PAUSE_MILLIS, () => {
      this.#cancelPause = undefined;
      this.sendPending();
    });
  }

  #send(message: Message): void {
    this.#pace.take(this.#options.clock.now());
    this.#options.publish(message, () => this.#onAcknowledged(message));
  }

  #onAcknowledged(message: Message): void {
    if (this.#isClosed) return;
    this.#cancelStall?.();
    this.#cancelStall = undefined;
    this.#options.cursor.acknowledge(message);
    this.sendPending();
  }
}
