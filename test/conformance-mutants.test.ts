import { describe, expect, test } from "vitest";
import { brokenIn } from "../src/conformance/report/report.ts";
import { type Extra, GROUPS, RULES, type RuleId } from "../src/conformance/rules.ts";
import { PairedClient } from "./support/client/paired-client.ts";
import { breakGateway } from "./support/conformance/broken-gateway.ts";
import { checkGateway } from "./support/conformance/check.ts";
import { MUTANTS } from "./support/conformance/mutants.ts";
import { someOf } from "./support/depth.ts";
import { runGateway } from "./support/gateway/running-gateway.ts";

/** What must be asked for so that a rule is looked at. */
function extrasFor(rule: RuleId): ReadonlySet<Extra> {
  const extra = GROUPS.find(({ rules }) => rules.includes(rule))?.extra;
  if (extra === undefined) return new Set();
  return new Set(extra === "events" ? ["events", "write"] : [extra]);
}

test("every rule has a gateway that breaks it", () => {
  const broken = new Set(MUTANTS.map(({ rule }) => rule));
  expect(Object.keys(RULES).filter((rule) => !broken.has(rule as RuleId))).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThanOrEqual(60);
});

describe.concurrent("a gateway is found out that", () => {
  test.for(someOf(MUTANTS))("$does ($rule)", async ({ rule, breakage }, { expect, onTestFinished }) => {
    const running = await runGateway();
    onTestFinished(() => running.stop());
    const { key } = await PairedClient.of(running);
    const broken = await breakGateway(running, breakage());
    onTestFinished(() => broken.stop());
    const extras = extrasFor(rule);
    const replyTimeouts = { firstMillis: 300, furtherMillis: 10 };
    const report = await checkGateway(running, {
      ...broken,
      extras,
      replyTimeouts,
      ...(extras.has("write") ? { key } : {}),
    });
    expect(report.trouble).toBeUndefined();
    const isMust = RULES[rule].level === "must";
    expect(report.verdicts.find(({ id }) => id === rule)?.outcome).toBe(isMust ? "fails" : "differs");
    if (!isMust) expect(brokenIn(report).filter((id) => RULES[id].level === "must")).toEqual([]);
  });
});
