import type { Clock } from "../../../../home/clock.ts";

/** What Zigbee2MQTT has a broker keep is said at once. */
const LONG_MILLIS = 10_000;

/** Notices when nothing at all is said after a connection was opened. */
export class Silence {
  readonly #clock: Clock;
  readonly #onLong: () => void;
  #state: "over" | "short" | "long" = "over";
  #callOff: () => void = () => undefined;

  constructor(clock: Clock, onLong: () => void) {
    this.#clock = clock;
    this.#onLong = onLong;
  }

  get isLong(): boolean {
    return this.#state === "long";
  }

  begin(): void {
    this.end();
    this.#state = "short";
    this.#callOff = this.#clock.after(LONG_MILLIS, () => {
      this.#state = "long";
      this.#onLong();
    });
  }

  /** Something was said, or nothing can be any more. */
  end(): "was long" | "was short" {
    this.#callOff();
    const wasLong = this.#state === "long";
    this.#state = "over";
    return wasLong ? "was long" : "was short";
  }
}
