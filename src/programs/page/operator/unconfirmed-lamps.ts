import { type ReadonlySignal, signal } from "@preact/signals";
import { askRepeatedly, type Surroundings } from "./ask-repeatedly.ts";

/** Nobody is told when a lamp confirms what was shown already, so it is asked for, so long after each answer. */
const PAUSE_MILLIS = 5_000;

type AskForThem = () => Promise<readonly { readonly id: string }[]>;

/** The lamps that have not confirmed all that is shown of them. Only an operator can know. */
export class UnconfirmedLamps {
  readonly #ask: AskForThem;
  readonly #surroundings: Surroundings;
  readonly #ids = signal<ReadonlySet<string>>(new Set());

  constructor(ask: AskForThem, surroundings: Surroundings = {}) {
    this.#ask = ask;
    this.#surroundings = surroundings;
  }

  get ids(): ReadonlySignal<ReadonlySet<string>> {
    return this.#ids;
  }

  /** Asks again and again while somebody looks; gives what ends that. */
  watch(): () => void {
    const question = askRepeatedly({
      ...this.#surroundings,
      pauseMillis: PAUSE_MILLIS,
      ask: this.#ask,
      onAnswer: (lamps) => this.#take(lamps.map(({ id }) => id)),
      // That a gateway does not answer is told elsewhere, and says nothing about its lamps.
      onFailure: () => "ask-again",
    });
    return () => {
      question.stop();
      this.#take([]);
    };
  }

  #take(ids: readonly string[]): void {
    if ([...this.#ids.peek()].join() !== ids.join()) this.#ids.value = new Set(ids);
  }
}
