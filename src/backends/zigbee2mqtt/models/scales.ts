import type { Numeric } from "./capabilities.ts";

type Range = Pick<Numeric, "minimum" | "maximum">;

/** All that the interface can say of a white. */
const KELVINS = { minimum: 2000, maximum: 6500 };

export const clamped = (value: number, { minimum, maximum }: Range): number =>
  Math.min(maximum, Math.max(minimum, value));

/** A lamp that is on is never at 0 %. */
export function percentFromLevel(level: number, range: Range): number {
  const { minimum, maximum } = range;
  if (minimum === maximum) return 100;
  return Math.max(1, Math.round((100 * (clamped(level, range) - minimum)) / (maximum - minimum)));
}

/** Never 0, which would turn the lamp off. */
export function levelFromPercent(percent: number, range: Range): number {
  const share = clamped(percent, { minimum: 1, maximum: 100 }) / 100;
  const level = Math.round(range.minimum + share * (range.maximum - range.minimum));
  return clamped(Math.max(1, level), range);
}

/** In what the lamp itself can show, and the interface can say. */
export const kelvinFromMired = (mired: number, range: Range): number =>
  clamped(Math.round(1e6 / clamped(mired, range)), KELVINS);

export const miredFromKelvin = (kelvin: number, range: Range): number =>
  clamped(Math.round(1e6 / clamped(kelvin, KELVINS)), range);

/** A place on the chart as Zigbee2MQTT writes it. */
export const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
