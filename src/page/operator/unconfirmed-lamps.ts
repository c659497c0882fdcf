import { type ReadonlySignal, signal } from "@preact/signals";
import type { Operator } from "./operator.ts";

/** Nobody is told when a lamp confirms what was shown already, so it is asked for, this often. */
const ASK_MILLIS = 5_000;

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
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== "visible") return;
      const ids = await this.#ask();
      if (!isOver) this.#take(ids);
    };
    const timer = setInterval(ask, ASK_MILLIS);
    void ask();
    return () => {
      isOver = true;
      clearInterval(timer);
      this.#take([]);
    };
  }

  /** That a gateway does not answer is told elsewhere. */
  async #ask(): Promise<readonly string[]> {
    const lamps = await this.#operator.ask("light.freshness", { unconfirmed: true }).catch(() => []);
    return lamps.map(({ id }) => id);
  }

  #take(ids: readonly string[]): void {
    if ([...this.#ids.peek()].join() !== ids.join()) this.#ids.value = new Set(ids);
  }
}
