import type { Clock } from "../home/clock.ts";
import type { Home } from "../home/home.ts";
import { contained } from "../shared/connection-faults.ts";
import type { Window } from "./in-flight.ts";
import type { MadeMessages } from "./message-log.ts";
import { PresentState } from "./present-state.ts";
import { ResyncCursor } from "./resync-cursor.ts";

/** A client that is being told of the present state. */
interface Resyncing {
  /** Tells of some more resources, no more than given here and no more than the client has room for; gives how much. */
  tellPresent(atMost: Window): Window;
  /** Ends the client's connection. */
  drop(): void;
}

/** What is told in one turn, to all clients together; what goes beyond the bytes is the last. */
const TURN: Window = { messages: 16, bytes: 32 * 1024 };
/** How long everybody else has the thread before the next turn. */
const PAUSE_MILLIS = 4;

interface ResyncOptions {
  readonly home: Home;
  readonly messages: Pick<MadeMessages, "head">;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Tells clients that subscribe how everything is (G81). However many they are, and however large the home is, a little
 * is told at a time and the thread belongs to others in between. Clients take turns.
 */
export class Resync {
  readonly #state: PresentState;
  readonly #clock: Clock;
  readonly #onFault: (fault: unknown) => void;
  readonly #waiting = new Set<Resyncing>();
  #cancelTurn: (() => void) | undefined;

  constructor({ home, messages, clock, onFault }: ResyncOptions) {
    this.#state = new PresentState(home, () => messages.head);
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /** For a client that came. */
  cursor(): ResyncCursor {
    return new ResyncCursor(this.#state);
  }

  /** To be called for a client that has something to be told and room for it. */
  add(client: Resyncing): void {
    this.#waiting.add(client);
    this.#schedule();
  }

  remove(client: Resyncing): void {
    this.#waiting.delete(client);
  }

  stop(): void {
    this.#waiting.clear();
    this.#cancelTurn?.();
  }

  #schedule(): void {
    if (this.#waiting.size === 0) return;
    this.#cancelTurn ??= this.#clock.after(PAUSE_MILLIS, () => {
      this.#cancelTurn = undefined;
      this.#turn();
      this.#schedule();
    });
  }

  #turn(): void {
    let left = TURN;
    // Whoever is put in again comes behind all others. Whoever has no room comes back once it has.
    for (const client of this.#waiting) {
      this.#waiting.delete(client);
      const told = this.#tell(client, left);
      left = { messages: left.messages - told.messages, bytes: left.bytes - told.bytes };
      if (left.messages > 0 && left.bytes > 0) continue;
      this.#waiting.add(client);
      return;
    }
  }

  #tell(client: Resyncing, atMost: Window): Window {
    let told: Window = { messages: 0, bytes: 0 };
    contained({ end: () => client.drop(), onFault: this.#onFault }, () => {
      told = client.tellPresent(atMost);
    })();
    return told;
  }
}
