import type { Clock } from "../../../shared/clock.ts";
import { FairTurns, inNextTurn } from "../../../shared/fair-turns.ts";
import type { Shares } from "../../../shared/shares.ts";
import type { EventLimits } from "./event-limits.ts";
import { streamShares } from "./stream-shares.ts";

/** What all event streams share, whatever they show: how many there may be, and the time in which they are sent to. */
export class StreamSharing {
  /** Clients are sent to in turns, those of one address taking turns among themselves. */
  readonly turns: FairTurns;
  readonly #most: number;
  readonly #shares: Shares;
  #count = 0;

  constructor({ clock, limits }: { readonly clock: Clock; readonly limits: EventLimits }) {
    this.#most = limits.streams;
    this.#shares = streamShares(limits);
    this.turns = new FairTurns({
      now: clock.now,
      sliceMillis: limits.sliceMillis,
      later: inNextTurn,
      pause: (run) => clock.after(limits.pauseMillis, run),
    });
  }

  /** Whether one more stream is within the limits; if so, it counts until its response has closed. */
  enter(holder: string): boolean {
    if (this.#count >= this.#most || !this.#shares.enter(holder)) return false;
    this.#count += 1;
    return true;
  }

  leave(holder: string): void {
    this.#count -= 1;
    this.#shares.leave(holder);
  }
}
