import { type ReadonlySignal, signal } from "@preact/signals";
import { askRepeatedly, type RepeatedQuestion, type Surroundings } from "../operator/ask-repeatedly.ts";
import type { RequestView } from "../operator/page-commands.ts";

const PAUSE_MILLIS = 1_000;

/** Browsers that ask to be let in as operator. Only an operator can know. */
export class WaitingRequests {
  readonly #ask: () => Promise<readonly RequestView[]>;
  readonly #onFirst: (request: RequestView) => void;
  readonly #surroundings: Surroundings;
  readonly #all = signal<readonly RequestView[]>([]);
  #question: RepeatedQuestion | undefined;

  /** `onFirst` is called when there is a request and was none: more of them are seen, and whoever makes many is not obeyed. */
  constructor(
    ask: () => Promise<readonly RequestView[]>,
    onFirst: (request: RequestView) => void,
    surroundings: Surroundings = {},
  ) {
    this.#ask = ask;
    this.#onFirst = onFirst;
    this.#surroundings = surroundings;
  }

  get all(): ReadonlySignal<readonly RequestView[]> {
    return this.#all;
  }

  /** Asks again and again while somebody looks; gives what ends that. */
  watch(): () => void {
    this.#question = askRepeatedly({
      ...this.#surroundings,
      pauseMillis: PAUSE_MILLIS,
      ask: this.#ask,
      onAnswer: (requests) => this.#take(requests),
      // That a gateway does not answer is told elsewhere.
      onFailure: () => "ask-again",
    });
    return () => {
      this.#question?.stop();
      this.#take([]);
    };
  }

  /** At once, for somebody who has just decided on one. */
  reload(): void {
    this.#question?.again();
  }

  #take(requests: readonly RequestView[]): void {
    const codesOf = (some: readonly RequestView[]) => some.map(({ code }) => code).join();
    const before = this.#all.peek();
    if (codesOf(before) === codesOf(requests)) return;
    this.#all.value = requests;
    const [first] = requests;
    if (before.length === 0 && first) this.#onFirst(first);
  }
}
