import type { Extra, RuleId } from "../rules.ts";
import type { Verdict } from "./verdicts.ts";

export interface Report {
  readonly url: string;
  /** When it began, by the wall clock, and how long it took. */
  readonly startedAt: string;
  readonly millis: number;
  readonly requests: number;
  readonly verdicts: readonly Verdict[];
  /** What a person should know beside the verdicts. */
  readonly notes: readonly string[];
  /** The problem because of which it could not be checked, or not to the end; users know the field by this name. */
  readonly trouble?: string;
  /** Checks that an option turned on and that could not be done. */
  readonly undone: readonly Extra[];
}

/** 0: every `must` holds; 1: something fails; 2: it could not be checked. */
export type ExitCode = 0 | 1 | 2;

/** Whether a verdict is a failure: a `must` that does not hold; if one is strict, anything that does not. */
export const isFailure = ({ outcome, level }: Verdict, isStrict: boolean): boolean =>
  (outcome === "fails" || outcome === "differs") && (isStrict || level === "must");

export function exitCodeOf({ verdicts, trouble, undone }: Report, isStrict: boolean): ExitCode {
  if (trouble !== undefined) return 2;
  if (verdicts.some((verdict) => isFailure(verdict, isStrict))) return 1;
  return undone.length > 0 ? 2 : 0;
}

/** The rules that do not hold. */
export const brokenIn = ({ verdicts }: Report): readonly RuleId[] =>
  verdicts.filter(({ outcome }) => outcome === "fails" || outcome === "differs").map(({ id }) => id);
