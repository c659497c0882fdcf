import type { Verdict } from "../../../src/programs/checker/report/verdicts.ts";
import { RULES, type RuleId } from "../../../src/programs/checker/rules.ts";

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
