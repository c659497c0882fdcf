/** Why ecosystems do not see a lamp. */
export const LEFT_OUT_REASONS = ["not-admitted", "not-chosen", "over-maximum", "not-shown"] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** The lamps that ecosystems do not see for one reason. */
export interface LeftOutLamps {
  readonly reason: LeftOutReason;
  readonly count: number;
  /** Of the first ones. */
  readonly names: readonly string[];
}

const MOST_NAMES = 10;

const WORDS: Readonly<Record<LeftOutReason, string>> = {
  "not-admitted": "not admitted",
  "not-chosen": "not in --matter-only",
  "over-maximum": "over the maximum of --matter-most",
  "not-shown": "with a fault that the log describes",
};

/** Nothing where there are no such lamps. */
export const leftOutFor = (reason: LeftOutReason, names: readonly string[]): readonly LeftOutLamps[] =>
  names.length === 0 ? [] : [{ reason, count: names.length, names: names.slice(0, MOST_NAMES) }];

export const countOf = (leftOut: readonly LeftOutLamps[]): number => leftOut.reduce((sum, { count }) => sum + count, 0);

/** "2 not admitted: Porch, Unknown bulb" */
export function leftOutWords({ reason, count, names }: LeftOutLamps): string {
  const more = count > names.length ? ` and ${count - names.length} more` : "";
  return `${count} ${WORDS[reason]}: ${names.join(", ")}${more}`;
}
