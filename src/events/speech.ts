import type { Clock } from "../home/clock.ts";
import type { Message } from "./message.ts";
import type { Telling } from "./telling.ts";

export interface SpeechOptions {
  readonly telling: Telling;
  readonly clock: Clock;
  /** Calls back once it has arrived. */
  readonly publish: (message: Message, arrived: () => void) => void;
  readonly onStalled: () => void;
}

/** How long a broker may be given messages and acknowledge none. */
const STALL_MILLIS = 30_000;

/** Says over one connection what is to be told, and sees to it that it gets on. */
export class Speech {
  readonly #options: SpeechOptions;
  #isOver = false;
  #callOff: (() => void) | undefined;

  constructor(options: SpeechOptions) {
    this.#options = options;
  }

  go(): void {
    const { telling, publish } = this.#options;
    for (let message = telling.next(); message; message = telling.next()) {
      const said = message;
      publish(said, () => this.#arrived(said));
    }
    if (telling.isUnderWay) this.#callOff ??= this.#options.clock.after(STALL_MILLIS, this.#options.onStalled);
  }

  end(): void {
    this.#isOver = true;
    this.#callOff?.();
    this.#options.telling.interrupt();
  }

  #arrived(message: Message): void {
    if (this.#isOver) return;
    this.#callOff?.();
    this.#callOff = undefined;
    this.#options.telling.arrived(message);
    this.go();
  }
}
