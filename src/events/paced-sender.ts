import { Bucket, type Rate } from "../home/bucket.ts";
import type { Clock } from "../home/clock.ts";
import type { Telling } from "./delivery-cursor.ts";
import type { Message } from "./message.ts";

export interface SpeechOptions {
  readonly telling: Telling;
  readonly clock: Clock;
  /** Calls back once it has arrived. */
  readonly publish: (message: Message, arrived: () => void) => void;
  readonly onStalled: () => void;
}

/** How long a broker may be given messages and acknowledge none. */
const STALL_MILLIS = 30_000;

/**
 * A broker takes messages faster than it passes them on, and loses what is too much: Mosquitto holds 1,000 for each
 * subscriber unless it is told otherwise, and says nothing about the others.
 */
const PACE: Rate = { perSecond: 500, burst: 800 };
const PAUSE_MILLIS = 20;

/** Says over one connection what is to be told, and sees to it that it gets on. */
export class Speech {
  readonly #options: SpeechOptions;
  readonly #pace: Bucket;
  #isOver = false;
  #callOffStall: (() => void) | undefined;
  #callOffPause: (() => void) | undefined;

  constructor(options: SpeechOptions) {
    this.#options = options;
    this.#pace = new Bucket(PACE, options.clock.now());
  }

  go(): void {
    const { telling, clock, onStalled } = this.#options;
    while (this.#isInPace()) {
      const message = telling.next();
      if (!message) break;
      this.#say(message);
    }
    if (telling.isUnderWay) this.#callOffStall ??= clock.after(STALL_MILLIS, onStalled);
  }

  end(): void {
    this.#isOver = true;
    this.#callOffStall?.();
    this.#callOffPause?.();
    this.#options.telling.interrupt();
  }

  #isInPace(): boolean {
    const { clock } = this.#options;
    if (this.#pace.levelAt(clock.now()) >= 1) return true;
    this.#callOffPause ??= clock.after(PAUSE_MILLIS, () => {
      this.#callOffPause = undefined;
      this.go();
    });
    return false;
  }

  #say(message: Message): void {
    this.#pace.take(this.#options.clock.now());
    this.#options.publish(message, () => this.#arrived(message));
  }

  #arrived(message: Message): void {
    if (this.#isOver) return;
    this.#callOffStall?.();
    this.#callOffStall = undefined;
    this.#options.telling.arrived(message);
    this.go();
  }
}
