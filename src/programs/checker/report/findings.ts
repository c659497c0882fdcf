import type { RuleId } from "../rules.ts";

/** One place where a rule does not hold. */
export interface Finding {
  /** The request, and the field of its answer. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

export interface Looked {
  /** How often the rule was looked at, and how often it did not hold. */
  readonly times: number;
  readonly faults: number;
  /** The first of the places where it did not. */
  readonly findings: readonly Finding[];
}

/** As many as a person reads of one rule. */
const MOST_KEPT = 5;

/** What was looked at so far, rule by rule. */
export class Findings {
  readonly #looked = new Map<RuleId, Looked>();
  readonly #leftOut = new Map<RuleId, string>();

  /** A rule was looked at once; with a finding, it did not hold. */
  note(rule: RuleId, finding?: Finding): void {
    const { times, faults, findings } = this.#looked.get(rule) ?? { times: 0, faults: 0, findings: [] };
    const kept = finding && faults < MOST_KEPT ? [...findings, finding] : findings;
    this.#looked.set(rule, { times: times + 1, faults: faults + (finding ? 1 : 0), findings: kept });
  }

  /** Why a rule could not be looked at, should it stay so. */
  leaveOut(rules: readonly RuleId[], why: string): void {
    for (const rule of rules) this.#leftOut.set(rule, why);
  }

  lookedAt(rule: RuleId): Looked | undefined {
    return this.#looked.get(rule);
  }

  whyLeftOut(rule: RuleId): string | undefined {
    return this.#leftOut.get(rule);
  }
}
