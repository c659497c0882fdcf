import { counted } from "../../../shared/counted.ts";
import { printable } from "../../../shared/printable.ts";
import { isFailure, type Report } from "../../checker/report/report.ts";
import type { Outcome, Verdict } from "../../checker/report/verdicts.ts";
import { type Cell, table } from "../terminal/table.ts";

export interface CheckLinesOptions {
  readonly isStrict: boolean;
  /** Whether the reader is a terminal that shows colours. */
  readonly isColourful: boolean;
}

const GREEN = 32;
const RED = 31;
const YELLOW = 33;

/** The report for a person: what does not hold, then how much does, then what was not looked at. */
export function checkLines(report: Report, options: CheckLinesOptions): readonly string[] {
  if (report.trouble !== undefined && report.verdicts.every(({ outcome }) => outcome === "unchecked"))
    return [printable(report.trouble)];
  const paint = painter(options.isColourful);
  return [
    ...brokenLines(report, "fails", paint("Fails the interface document", RED).painted),
    ...brokenLines(report, "differs", paint("Differs from usual behaviour", YELLOW).painted),
    ...groupTable(report, paint).split("\n"),
    "",
    ...uncheckedLines(report),
    ...report.notes.map(printable),
    ...(report.trouble === undefined ? [] : [printable(report.trouble)]),
    verdictLine(report, options, paint),
  ];
}

type Painter = (text: string, colour: number) => { readonly plain: string; readonly painted: string };

const painter =
  (isColourful: boolean): Painter =>
  (plain, colour) => ({ plain, painted: isColourful ? `\u001b[${colour}m${plain}\u001b[39m` : plain });

function brokenLines({ verdicts }: Report, outcome: Outcome, title: string): readonly string[] {
  const broken = verdicts.filter((verdict) => verdict.outcome === outcome);
  return broken.length === 0 ? [] : [title, "", ...broken.flatMap(verdictLines)];
}

function verdictLines({ id, level, source, says, findings, faults, times }: Verdict): readonly string[] {
  const hidden = faults - findings.length;
  return [
    `  ${id} (${level}, ${source}): ${says}`,
    ...findings.flatMap(({ where, expected, found }) => [
      `    ${printable(where)}`,
      `      expected  ${printable(expected)}`,
      `      found     ${printable(found)}`,
    ]),
    ...(hidden > 0 ? [`    … and ${hidden} more: ${faults} of ${counted(times, "check")}`] : []),
    "",
  ];
}

const HEADINGS = ["", "HOLDS", "FAILS", "DIFFERS", "NOT CHECKED"];

function groupTable({ verdicts }: Report, paint: Painter): string {
  const groups = [...new Set(verdicts.map(({ group }) => group))];
  const row = (name: string, own: readonly Verdict[]): readonly Cell[] => {
    const count = (outcome: Outcome, colour?: number): Cell => {
      const number = own.filter((verdict) => verdict.outcome === outcome).length;
      return number > 0 && colour !== undefined ? paint(`${number}`, colour) : `${number}`;
    };
    return [name, count("holds", GREEN), count("fails", RED), count("differs", YELLOW), count("unchecked")];
  };
  const rows = groups.map((name) =>
    row(
      name,
      verdicts.filter(({ group }) => group === name),
    ),
  );
  return table(HEADINGS, [...rows, row("Total", verdicts)]);
}

/** Rules with the same reason share a line. */
function uncheckedLines({ verdicts }: Report): readonly string[] {
  const unchecked = verdicts.filter(({ outcome }) => outcome === "unchecked");
  if (unchecked.length === 0) return [];
  const reasons = [...new Set(unchecked.map(({ reason }) => reason))];
  const ids = (reason: string | undefined) =>
    unchecked.filter((verdict) => verdict.reason === reason).map(({ id }) => id);
  return ["Not checked", ...reasons.map((reason) => `  ${listed(ids(reason))}: ${reason}`), ""];
}

const MOST_LISTED = 4;

const listed = (ids: readonly string[]): string =>
  ids.length <= MOST_LISTED
    ? ids.join(", ")
    : `${ids.slice(0, MOST_LISTED - 1).join(", ")} and ${ids.length - MOST_LISTED + 1} more`;

function verdictLine(report: Report, { isStrict }: CheckLinesOptions, paint: Painter): string {
  const effort = `${counted(report.requests, "request")} in ${Math.round(report.millis / 100) / 10} s.`;
  const differs = report.verdicts.filter(({ outcome }) => outcome === "differs").length;
  const usual = differs === 0 ? "" : ` It differs from usual behaviour in ${counted(differs, "rule")}.`;
  return `${report.url}: ${outcomesOf(report, isStrict, paint).join(" ")}${usual} ${effort}`;
}

/** What failed, what could not be checked; only where neither is so, that every rule holds. */
function outcomesOf({ verdicts, trouble, undone }: Report, isStrict: boolean, paint: Painter): readonly string[] {
  const failures = verdicts.filter((verdict) => isFailure(verdict, isStrict)).length;
  const failed =
    failures === 0 ? [] : [paint(`${counted(failures, "rule")} ${failures === 1 ? "fails" : "fail"}.`, RED)];
  const missed = trouble === undefined ? undone.map((extra) => `--${extra}`) : ["everything"];
  const incomplete = missed.length === 0 ? [] : [paint(`Could not be checked: ${missed.join(", ")}.`, YELLOW)];
  const outcomes = [...failed, ...incomplete];
  const all = outcomes.length === 0 ? [paint('Every "must" rule holds.', GREEN)] : outcomes;
  return all.map(({ painted }) => painted);
}
