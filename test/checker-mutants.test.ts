import { describe, expect, test } from "vitest";
import { brokenIn } from "../src/programs/checker/report/report.ts";
import { type Extra, GROUPS, RULES, type RuleId } from "../src/programs/checker/rules.ts";
import { breakGateway } from "./support/checker/broken-gateway.ts";
import { checkGateway } from "./support/checker/check.ts";
import type { Mutant } from "./support/checker/mutant.ts";
import { MUTANTS } from "./support/checker/mutants.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { someOf } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

/** What must be asked for so that a mutant shows. */
function extrasFor({ rule, extras }: Mutant): ReadonlySet<Extra> {
  if (extras) return new Set(extras);
  const extra = GROUPS.find(({ rules }) => rules.includes(rule))?.extra;
  if (extra === undefined) return new Set();
  return new Set(extra === "events" ? ["events", "write"] : [extra]);
}

test("every rule has a gateway that breaks it", () => {
  const broken = new Set(MUTANTS.map(({ rule }) => rule));
  expect(Object.keys(RULES).filter((rule) => !broken.has(rule as RuleId))).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
});

describe.concurrent("a gateway is found out, and no other must is found broken, that", () => {
  test.for(someOf(MUTANTS))("$does ($rule)", async (mutant, { expect, onTestFinished }) => {
    const { rule, also = [], breakage } = mutant;
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const { key } = await PairedClient.of(running);
    const broken = await breakGateway(running, breakage());
    onTestFinished(() => broken.stop());
    const extras = extrasFor(mutant);
    const report = await checkGateway(running, {
      ...broken,
      extras,
      replyTimeouts: { resendMillis: 300, patienceMillis: 900, furtherMillis: 10 },
      ...(extras.has("write") ? { key } : {}),
    });
    expect(report.trouble).toBeUndefined();
    const isMust = (id: RuleId) => RULES[id].level === "must";
    expect(report.verdicts.find(({ id }) => id === rule)?.outcome).toBe(isMust(rule) ? "fails" : "differs");
    expect(brokenIn(report).filter(isMust).sort()).toEqual([rule, ...also].filter(isMust).sort());
  });
});
