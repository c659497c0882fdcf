import type { Rule } from "../rules/rule.ts";
import { type Extra, GROUPS, RULES, type RuleId } from "../rules.ts";
import type { Finding, Findings } from "./findings.ts";

/** `fails`: a `must`, the document; `differs`: from what is usual; `unchecked`: with a reason. */
export type Outcome = "holds" | "fails" | "differs" | "unchecked";

export interface Verdict extends Rule {
  readonly id: RuleId;
  readonly group: string;
  readonly outcome: Outcome;
  /** How often it was looked at, how often it did not hold, and the first places where it did not. */
  readonly times: number;
  readonly faults: number;
  readonly findings: readonly Finding[];
  /** Why it was not checked. */
  readonly reason?: string;
}

/** What became of every rule. */
export function verdictsOf(findings: Findings, extras: ReadonlySet<Extra>): readonly Verdict[] {
  return GROUPS.flatMap(({ title: group, rules, extra }) =>
    rules.map((id): Verdict => {
      const rule = RULES[id];
      const looked = findings.lookedAt(id);
      if (looked) return { id, group, ...rule, outcome: outcomeOf(rule, looked.faults), ...looked };
      const isLeftOut = extra !== undefined && !extras.has(extra);
      const reason = isLeftOut ? `only with --${extra}` : (findings.whyLeftOut(id) ?? "nothing to check it on");
      return { id, group, ...rule, outcome: "unchecked", times: 0, faults: 0, findings: [], reason };
    }),
  );
}

function outcomeOf(rule: Rule, faults: number): Outcome {
  if (faults === 0) return "holds";
  return rule.level === "must" ? "fails" : "differs";
}
