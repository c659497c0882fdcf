import type { Numeric } from "./capabilities.ts";

type Range = Pick<Numeric, "minimum" | "maximum">;

/** The range of whites that the contract can express. */
const KELVINS = { minimum: 2000, maximum: 6500 };

export const clamped = (value: number, { minimum, maximum }: Range): number =>
  Math.min(maximum, Math.max(minimum, value));

/** At least 1: a lamp that is on is never at 0%. */
export function percentFromLevel(level: number, range: Range): number {
  const { minimum, maximum } = range;
  if (minimum === maximum) return 100;
  return Math.max(1, Math.round((100 * (clamped(level, range) - minimum)) / (maximum - minimum)));
}

/** At least 1: a level of 0 would turn the lamp off. */
export function levelFromPercent(percent: number, range: Range): number {
  const share = clamped(percent, { minimum: 1, maximum: 100 }) / 100;
  const level = Math.round(range.minimum + share * (range.maximum - range.minimum));
  return clamped(Math.max(1, level), range);
}

/** Clamped to the range of the lamp and to that of the contract. */
export const kelvinFromMired = (mired: number, range: Range): number =>
  clamped(Math.round(1e6 / clamped(mired, range)), KELVINS);

export const miredFromKelvin = (kelvin: number, range: Range): number =>
  clamped(Math.round(1e6 / clamped(kelvin, KELVINS)), range);

/** The precision in which Zigbee2MQTT writes x and y. */
export const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
