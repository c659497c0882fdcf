import type { Misbehaviour } from "./misbehaviour.ts";
import { fitsRequest, type RequestFilter } from "./request-filter.ts";

type Way = Misbehaviour["as"];
type Kind = Way["kind"];

/** Something at which a gateway could misbehave. */
export interface Occasion {
  readonly door: "http" | "mqtt" | "discovery";
  readonly method?: string;
  /** With its query. */
  readonly target?: string;
}

interface Rule {
  readonly misbehaviour: Misbehaviour;
  timesLeft: number;
  readonly letters: number;
}

const MOST_RULES = 1_000;
/** Of all faults together; the body of an answer is the largest part. */
const MOST_LETTERS = 16 * 1024 * 1024;

/** What a gateway is to do wrong: the first rule that fits bites. */
export class Rules {
  readonly #rules = new Map<number, Rule>();
  #last = 0;
  #letters = 0;

  /** Gives its number, by which it is taken back. */
  add(misbehaviour: Misbehaviour): number {
    if (this.#rules.size >= MOST_RULES) throw new Error(`There are already ${MOST_RULES} faults; end some of them.`);
    const letters = JSON.stringify(misbehaviour).length;
    if (this.#letters + letters > MOST_LETTERS)
      throw new Error(
        `All faults together may have ${MOST_LETTERS} letters; end some of them, or give shorter bodies.`,
      );
    this.#last += 1;
    this.#letters += letters;
    this.#rules.set(this.#last, {
      misbehaviour,
      timesLeft: misbehaviour.on.times ?? Number.POSITIVE_INFINITY,
      letters,
    });
    return this.#last;
  }

  /** One that has ended already may be taken back too. */
  remove(number: number): void {
    if (number < 1 || number > this.#last) throw new Error(`There has been no fault with the number ${number}.`);
    this.#letters -= this.#rules.get(number)?.letters ?? 0;
    this.#rules.delete(number);
  }

  clear(): void {
    this.#rules.clear();
    this.#letters = 0;
  }

  /** What goes wrong now, of these kinds; it is counted. */
  take<const Some extends Kind>(occasion: Occasion, kinds: readonly Some[]): Extract<Way, { kind: Some }> | undefined {
    for (const [number, rule] of this.#rules) {
      const { on, as } = rule.misbehaviour;
      if (!isOneOf(as, kinds) || !fits(on, occasion)) continue;
      rule.timesLeft -= 1;
      if (rule.timesLeft <= 0) this.remove(number);
      return as;
    }
    return undefined;
  }
}

const isOneOf = <Some extends Kind>(as: Way, kinds: readonly Some[]): as is Extract<Way, { kind: Some }> =>
  kinds.some((kind) => kind === as.kind);

const fits = (on: RequestFilter & { readonly door?: Occasion["door"] }, occasion: Occasion): boolean =>
  (on.door ?? "http") === occasion.door && fitsRequest(on, occasion);
