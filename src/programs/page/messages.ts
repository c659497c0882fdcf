import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Clock } from "../../shared/clock.ts";
import { SYSTEM_CLOCK } from "../../shared/system-clock.ts";

export interface Message {
  readonly id: number;
  /** One line. */
  readonly text: string;
  /** What is behind it, such as each of many refusals. */
  readonly lines: readonly string[];
  readonly kind: "news" | "problem";
}

/** Long enough to be read twice; what was refused is told with what to do about it. */
const SHOWN_MILLIS = { news: 7_000, problem: 20_000 };
/** Long enough to be read once: it gives way to the next. */
const LEAST_MILLIS = { news: 2_000, problem: 5_000 };
const MOST_WAITING = 5;

/**
 * Lines for the person, one after the other: none is covered by the next, and problems go before news. One that somebody
 * reads stays beside the others until it is dismissed, and keeps none of them back.
 */
export class Messages {
  readonly #clock: Clock;
  readonly #shown = signal<Message | undefined>(undefined);
  readonly #held = signal<Message | undefined>(undefined);
  /** In the order in which they were said. */
  #waiting: readonly Message[] = [];
  #shownAtMillis = 0;
  #lastId = 0;
  #cancelEnd = () => {};

  constructor(clock: Clock = SYSTEM_CLOCK) {
    this.#clock = clock;
  }

  get shown(): ReadonlySignal<Message | undefined> {
    return this.#shown;
  }

  /** The one that somebody reads. */
  get held(): ReadonlySignal<Message | undefined> {
    return this.#held;
  }

  /** What is said again while it is shown is shown anew. */
  say(text: string, kind: Message["kind"] = "news", lines: readonly string[] = []): void {
    this.#lastId += 1;
    const message = { id: this.#lastId, text, lines, kind };
    const shown = this.#shown.peek();
    if (!shown || shown.text === text) this.#show(message);
    else {
      this.#waiting = [...this.#waiting.filter((one) => one.text !== text), message].slice(-MOST_WAITING);
      this.#planEnd();
    }
  }

  /** Why something was not done: the first reason, with the others behind it. */
  sayProblems([first = "", ...others]: readonly string[]): void {
    if (others.length === 0) this.say(first, "problem");
    else this.say(`${first} And ${others.length} more.`, "problem", [first, ...others]);
  }

  /** Somebody reads it: it stays until it is dismissed, or another is read. */
  hold(id: number): void {
    const shown = this.#shown.peek();
    if (shown?.id !== id) return;
    batch(() => {
      this.#held.value = shown;
      this.#showNext();
    });
  }

  dismiss(id: number): void {
    if (this.#held.peek()?.id === id) this.#held.value = undefined;
    else if (this.#shown.peek()?.id === id) this.#showNext();
  }

  #show(message: Message | undefined): void {
    this.#shown.value = message;
    this.#shownAtMillis = this.#clock.now();
    this.#planEnd();
  }

  #showNext(): void {
    const next = this.#waiting.find(({ kind }) => kind === "problem") ?? this.#waiting[0];
    this.#waiting = this.#waiting.filter((message) => message !== next);
    this.#show(next);
  }

  #planEnd(): void {
    this.#cancelEnd();
    const shown = this.#shown.peek();
    if (!shown) return;
    const endMillis = this.#shownAtMillis + (this.#waiting.length > 0 ? LEAST_MILLIS : SHOWN_MILLIS)[shown.kind];
    this.#cancelEnd = this.#clock.after(Math.max(0, endMillis - this.#clock.now()), () => this.#showNext());
  }
}
