import { isFailure, type Report } from "./report.ts";
import type { Verdict } from "./verdicts.ts";

/** The report as JUnit XML: a suite for each group, a case for each rule. */
export function junitOf({ url, startedAt, millis, verdicts, trouble, undone }: Report, isStrict: boolean): string {
  const groups = [...new Set(verdicts.map(({ group }) => group))];
  const suites = groups.map((group) => {
    const own = verdicts.filter((verdict) => verdict.group === group);
    return [
      `  <testsuite${attributes({ name: group, timestamp: startedAt, ...counts(own, isStrict) })}>`,
      ...own.flatMap((verdict) => caseLines(verdict, isStrict)),
      "  </testsuite>",
    ];
  });
  const missed = undone.length === 0 ? undefined : `could not check ${undone.map((extra) => `--${extra}`).join(", ")}`;
  const error = trouble ?? missed;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: `luxgate check ${url}`, time: millis / 1000 })}>`,
    ...(error === undefined ? [] : errorLines(error)),
    ...suites.flat(),
    "</testsuites>",
    "",
  ].join("\n");
}

const counts = (verdicts: readonly Verdict[], isStrict: boolean) => ({
  tests: verdicts.length,
  failures: verdicts.filter((verdict) => isFailure(verdict, isStrict)).length,
  errors: 0,
  skipped: verdicts.filter(({ outcome }) => outcome === "unchecked").length,
});

const errorLines = (message: string): readonly string[] => [
  `  <testsuite${attributes({ name: "Check coverage", tests: 1, failures: 0, errors: 1, skipped: 0 })}>`,
  `    <testcase${attributes({ name: "everything can be checked", classname: "luxgate.check" })}>`,
  `      <error${attributes({ message })}/>`,
  "    </testcase>",
  "  </testsuite>",
];

/** JUnit knows no "differs": it is a case that passes, with words. */
function caseLines(verdict: Verdict, isStrict: boolean): readonly string[] {
  const { id, level, source, says, outcome, reason } = verdict;
  const open = `    <testcase${attributes({ name: `${id} (${level}, ${source}): ${says}`, classname: `luxgate.check.${level}` })}`;
  if (outcome === "holds") return [`${open}/>`];
  const inside = () => {
    if (outcome === "unchecked") return `<skipped${attributes({ message: `${reason}` })}/>`;
    const words = findingsOf(verdict);
    if (!isFailure(verdict, isStrict))
      return `<system-out>differs from usual behaviour\n${escaped(words)}</system-out>`;
    return `<failure${attributes({ message: `${id}: ${says}`, type: outcome })}>${escaped(words)}</failure>`;
  };
  return [`${open}>`, `      ${inside()}`, "    </testcase>"];
}

const findingsOf = ({ findings, faults }: Verdict): string =>
  [
    ...findings.map(({ where, expected, found }) => `${where}: expected ${expected}, found ${found}`),
    ...(faults > findings.length ? [`and ${faults - findings.length} more`] : []),
  ].join("\n");

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Without what XML cannot hold at all. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
