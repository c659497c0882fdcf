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
}

/** What a gateway is to do wrong: the first rule that fits bites. */
export class Rules {
  readonly #rules = new Set<Rule>();

  /** Gives what takes it back. */
  add(misbehaviour: Misbehaviour): () => void {
    const rule = { misbehaviour, timesLeft: misbehaviour.on.times ?? Number.POSITIVE_INFINITY };
    this.#rules.add(rule);
    return () => this.#rules.delete(rule);
  }

  clear(): void {
    this.#rules.clear();
  }

  /** What goes wrong now, of these kinds; it is counted. */
  take<const Some extends Kind>(occasion: Occasion, kinds: readonly Some[]): Extract<Way, { kind: Some }> | undefined {
    for (const rule of this.#rules) {
      const { on, as } = rule.misbehaviour;
      if (!isOneOf(as, kinds) || !fits(on, occasion)) continue;
      rule.timesLeft -= 1;
      if (rule.timesLeft <= 0) this.#rules.delete(rule);
      return as;
    }
    return undefined;
  }
}

const isOneOf = <Some extends Kind>(as: Way, kinds: readonly Some[]): as is Extract<Way, { kind: Some }> =>
  kinds.some((kind) => kind === as.kind);

const fits = (on: RequestFilter & { readonly door?: Occasion["door"] }, occasion: Occasion): boolean =>
  (on.door ?? "http") === occasion.door && fitsRequest(on, occasion);
