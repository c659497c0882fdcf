import type { Home } from "../home/home.ts";
import type { Clock } from "../shared/clock.ts";
import { contained } from "../shared/connection-faults.ts";
import type { Window } from "./in-flight.ts";
import type { MessageLog } from "./message-log.ts";
import { PresentState } from "./present-state.ts";
import { ResyncCursor } from "./resync-cursor.ts";

/** A client that is being sent the present state. */
interface ResyncingClient {
  /** Sends some more resources, within a limit and within the client's window; returns how much was sent. */
  sendState(atMost: Window): Window;
  /** Ends the client's connection. */
  drop(): void;
}

/** The most that is sent in one turn, to all clients together; the message that exceeds the bytes is the last. */
const TURN: Window = { messages: 16, bytes: 32 * 1024 };
/** The pause between two turns, in which the event loop serves others. */
const PAUSE_MILLIS = 4;

interface ResyncOptions {
  readonly home: Home;
  readonly messages: Pick<MessageLog, "head">;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Sends the present state to clients that subscribe (G81), a little at a time however many clients there are and however
 * large the home is. Clients take turns.
 */
export class Resync {
  readonly #state: PresentState;
  readonly #clock: Clock;
  readonly #onFault: (fault: unknown) => void;
  readonly #waiting = new Set<ResyncingClient>();
  #cancelTurn: (() => void) | undefined;

  constructor({ home, messages, clock, onFault }: ResyncOptions) {
    this.#state = new PresentState(home, () => messages.head);
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /** For a new client. */
  cursor(): ResyncCursor {
    return new ResyncCursor(this.#state);
  }

  /** To be called for a client with a pending resync and room in its window. */
  add(client: ResyncingClient): void {
    this.#waiting.add(client);
    this.#schedule();
  }

  remove(client: ResyncingClient): void {
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
    // A client that is added again comes behind all others; a client without room is added again once it has room.
    for (const client of this.#waiting) {
      this.#waiting.delete(client);
      const sent = this.#send(client, left);
      left = { messages: left.messages - sent.messages, bytes: left.bytes - sent.bytes };
      if (left.messages > 0 && left.bytes > 0) continue;
      this.#waiting.add(client);
      return;
    }
  }

  #send(client: ResyncingClient, atMost: Window): Window {
    let sent: Window = { messages: 0, bytes: 0 };
    contained({ end: () => client.drop(), onFault: this.#onFault }, () => {
      sent = client.sendState(atMost);
    })();
    return sent;
  }
}
