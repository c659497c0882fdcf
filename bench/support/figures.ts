/** Not a number when there are no values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * How many times as large the one is, in the middle of all rounds. What was measured one after the other is compared, so
 * that a slow minute of the machine counts on both sides.
 */
export const medianRatio = (ones: readonly number[], others: readonly number[]): number =>
  median(ones.map((one, round) => one / (others[round] ?? Number.NaN)));

/** A whole number as a person reads it, or a dash where there is none. */
export const whole = (value: number): string =>
  Number.isNaN(value) ? "–" : Math.round(value).toLocaleString("en-GB", { maximumFractionDigits: 0 });

export const ratio = (value: number, digits = 2): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));
