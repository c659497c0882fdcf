import { type ReadonlySignal, signal } from "@preact/signals";
import { LuxgateError } from "../../../libraries/client/luxgate-error.ts";
import { browserName } from "../../../shared/browser-name.ts";
import type { Messages } from "../messages.ts";
import { PAGE_DEVICE_TYPE } from "../parts/client-name.ts";
import { type Access, sentenceFor } from "./access.ts";

export interface PairingState {
  readonly secondsLeft: number;
  readonly isReached: boolean;
}

const SECONDS = 60;

/** Pairing of this browser with the gateway's button; undefined state while nobody pairs. */
export class Pairing {
  readonly #access: Access;
  readonly #messages: Messages;
  readonly #state = signal<PairingState | undefined>(undefined);
  #end = new AbortController();

  constructor(access: Access, messages: Messages) {
    this.#access = access;
    this.#messages = messages;
  }

  get state(): ReadonlySignal<PairingState | undefined> {
    return this.#state;
  }

  /** Asks once a second until the button is pressed, then does what the person wanted in the first place. */
  async begin(then?: () => void): Promise<void> {
    if (this.#state.peek()) return;
    this.#end = new AbortController();
    this.#state.value = { secondsLeft: SECONDS, isReached: true };
    try {
      const key = await this.#access.client.pair({
        deviceType: `${PAGE_DEVICE_TYPE}${browserName(navigator.userAgent)}`,
        timeoutMillis: SECONDS * 1_000,
        signal: this.#end.signal,
        onProgress: ({ state, millisLeft }) => {
          this.#state.value = { secondsLeft: Math.ceil(millisLeft / 1_000), isReached: state === "press-the-button" };
        },
      });
      this.#access.takeKey(key);
      this.#messages.say("This browser is paired.");
      then?.();
    } catch (error) {
      if (!this.#end.signal.aborted) this.#messages.say(reasonFor(error), "problem");
    } finally {
      this.#state.value = undefined;
    }
  }

  cancel(): void {
    this.#end.abort();
  }
}

const reasonFor = (error: unknown): string =>
  error instanceof LuxgateError && error.code === "pairing-shut"
    ? "Nobody pressed the button within a minute. To try again, tap a lamp on this page."
    : sentenceFor(error);
