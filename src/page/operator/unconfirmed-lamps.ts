import { type ReadonlySignal, signal } from "@preact/signals";
import { askRepeatedly } from "./ask-repeatedly.ts";
import type { Operator } from "./operator.ts";

/** Nobody is told when a lamp confirms what was shown already, so it is asked for, so long after each answer. */
const PAUSE_MILLIS = 5_000;

/** The lamps that have not confirmed all that is shown of them. Only an operator can know. */
export class UnconfirmedLamps {
  readonly #operator: Operator;
  readonly #ids = signal<ReadonlySet<string>>(new Set());

  constructor(operator: Operator) {
    this.#operator = operator;
  }

  get ids(): ReadonlySignal<ReadonlySet<string>> {
    return this.#ids;
  }

  /** Asks again and again while somebody looks; gives what ends that. */
  watch(): () => void {
    const question = askRepeatedly({
      pauseMillis: PAUSE_MILLIS,
      ask: () => this.#operator.ask("light.freshness", { unconfirmed: true }),
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
