/** Not a number when there are no values. */
export const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** A whole number as a person reads it, or a dash where there is none. */
export const whole = (value: number): string =>
  Number.isNaN(value) ? "–" : Math.round(value).toLocaleString("en-GB", { maximumFractionDigits: 0 });

export const ratio = (value: number, digits = 2): string => (Number.isNaN(value) ? "–" : value.toFixed(digits));
