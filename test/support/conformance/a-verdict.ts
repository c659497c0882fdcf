import type { Verdict } from "../../../src/conformance/report/verdicts.ts";
import { RULES, type RuleId } from "../../../src/conformance/rules.ts";

/** A rule that held eleven times, by default. */
export const aVerdict = (id: RuleId, parts: Partial<Verdict> = {}): Verdict => ({
  id,
  ...RULES[id],
  group: "Resources",
  outcome: "holds",
  times: 11,
  faults: 0,
  findings: [],
  ...parts,
});
