import { type ReadonlySignal, signal } from "@preact/signals";

export interface Message {
  readonly id: number;
  readonly text: string;
  readonly kind: "news" | "trouble";
}

/** Long enough to be read twice. */
const SHOWN_MILLIS = 7_000;
const MOST_AT_ONCE = 3;

/** Lines for the person, each for a few seconds. */
export class Messages {
  readonly #shown = signal<readonly Message[]>([]);
  #lastId = 0;

  get shown(): ReadonlySignal<readonly Message[]> {
    return this.#shown;
  }

  say(text: string, kind: Message["kind"] = "news"): void {
    this.#lastId += 1;
    const message = { id: this.#lastId, text, kind };
    const others = this.#shown.peek().filter((one) => one.text !== text);
    this.#shown.value = [...others, message].slice(-MOST_AT_ONCE);
    setTimeout(() => this.dismiss(message.id), SHOWN_MILLIS);
  }

  dismiss(id: number): void {
    this.#shown.value = this.#shown.peek().filter((message) => message.id !== id);
  }
}
