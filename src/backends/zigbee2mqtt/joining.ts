import type { Clock } from "../../home/clock.ts";
import type { Bridge } from "./bridge/bridge.ts";

/** The longest time that Zigbee knows. */
const LONGEST_SECONDS = 254;
/** A piece begins before the one before it is over. */
const PIECE_SECONDS = 250;
/** What bridges say of joining so soon after we opened it may be from before. */
const STALE_MILLIS = 5_000;

/** The time in which devices may join: longer ones are asked for piece by piece. */
export class Joining {
  readonly #bridges: () => readonly Bridge[];
  readonly #clock: Clock;
  #openedAtMillis = Number.NEGATIVE_INFINITY;
  #endsAtMillis = Number.NEGATIVE_INFINITY;
  #callOff: () => void = () => undefined;

  constructor(clock: Clock, bridges: () => readonly Bridge[]) {
    this.#clock = clock;
    this.#bridges = bridges;
  }

  open(millis: number): void {
    this.#endsAtMillis = this.#clock.now() + millis;
    this.#request();
  }

  millisLeft(): number {
    return Math.max(0, Math.ceil(this.#endsAtMillis - this.#clock.now()));
  }

  /** A bridge says whether it lets devices in; somebody else may have opened or shut it. */
  heard(): void {
    if (this.#clock.now() < this.#openedAtMillis + STALE_MILLIS) return;
    if (!this.#bridges().some(({ isJoiningOpen }) => isJoiningOpen)) this.end();
    else if (this.millisLeft() === 0) this.#endsAtMillis = this.#clock.now() + LONGEST_SECONDS * 1_000;
  }

  end(): void {
    this.#callOff();
    this.#endsAtMillis = Number.NEGATIVE_INFINITY;
  }

  #request(): void {
    this.#callOff();
    this.#openedAtMillis = this.#clock.now();
    const seconds = Math.min(LONGEST_SECONDS, Math.ceil(this.millisLeft() / 1_000));
    for (const bridge of this.#bridges())
      bridge.publish("bridge/request/permit_join", { value: seconds > 0, time: seconds });
    const isLonger = this.millisLeft() > LONGEST_SECONDS * 1_000;
    if (isLonger) this.#callOff = this.#clock.after(PIECE_SECONDS * 1_000, () => this.#request());
  }
}
