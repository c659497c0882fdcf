import { rgbFromXy, type Xy } from "../../home/model/colour.ts";

/** A flag on the wire: spec §1 rule 2. */
export const flag = (yes: boolean): 0 | 1 => (yes ? 1 : 0);

/** A whole number that keeps to the contract's range, whatever a lamp reported. */
export const within = (value: number, minimum: number, maximum: number): number =>
  Number.isNaN(value) ? minimum : Math.min(maximum, Math.max(minimum, Math.round(value)));

export const brightness = (percent: number): number => within(percent, 1, 100);

export const kelvin = (value: number): number => within(value, 2000, 6500);

/** A chart coordinate on the wire is a fraction of 65535 (G5). */
export const chartPoint = ({ x, y }: Xy): { x: number; y: number } => ({
  x: within(x * 65535, 0, 65535),
  y: within(y * 65535, 0, 65535),
});

/** 0xRRGGBB of a point as the wire has it, so that the two never contradict each other (G6). */
export const rgbFromChart = ({ x, y }: { x: number; y: number }): number => rgbFromXy({ x: x / 65535, y: y / 65535 });
