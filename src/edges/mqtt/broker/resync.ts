import type { Home } from "../../../core/home/home.ts";
import type { Clock } from "../../../shared/clock.ts";
import { FairTurns, type TurnTaker } from "../../../shared/fair-turns.ts";
import { type PresentState, presentStateOf } from "./present-state.ts";
import { ResyncCursor } from "./resync-cursor.ts";

/** For how long state is sent in one turn, to all clients together. */
const SLICE_MILLIS = 1;
/** The pause between two turns, in which the event loop serves others. */
const PAUSE_MILLIS = 4;
/** In messages: what it takes to tell a client of a home of 10,000 lights, which has as many devices. */
const CREDIT = 25_000;

interface ResyncOptions {
  readonly home: Home;
  readonly clock: Clock;
}

/**
 * Sends the present state to clients that subscribe (G81), a little at a time however many clients there are and however
 * large the home is. Addresses share the time; an address that was sent little lately is sent to first.
 */
export class Resync {
  readonly #state: PresentState;
  readonly #turns: FairTurns;

  constructor({ home, clock }: ResyncOptions) {
    this.#state = presentStateOf(home);
    this.#turns = new FairTurns({
      now: clock.now,
      sliceMillis: SLICE_MILLIS,
      later: (run) => clock.after(PAUSE_MILLIS, run),
      credit: CREDIT,
    });
  }

  /** For a new client. */
  cursor(): ResyncCursor {
    return new ResyncCursor(this.#state);
  }

  /** To be called for a client with a pending resync and room in its window. */
  add(client: TurnTaker): void {
    this.#turns.add(client);
  }

  remove(client: TurnTaker): void {
    this.#turns.remove(client);
  }

  stop(): void {
    this.#turns.stop();
  }
}
