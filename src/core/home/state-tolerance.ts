import { isSame } from "./changes/replacement.ts";
import type { Xy } from "./model/colour.ts";
import { type LightColour, pointsOf } from "./model/light-colour.ts";

/** How far a reported value may lie from the desired one, as lamps round: in percent points, mired and on the chart. */
const TOLERANCE = { percent: 1, mired: 10, chart: 0.02 };

/** Whether a person would see no difference. */
export const isWithinPointTolerance = (one: Xy, other: Xy): boolean => chartDistance(one, other) <= 1;
export const isWithinWhiteTolerance = (oneKelvin: number, otherKelvin: number): boolean =>
  miredDistance(oneKelvin, otherKelvin) <= 1;

/**
 * The distance between a desired and a reported value: 0 when they are the same, up to 1 within the tolerance, infinite
 * otherwise. Only fields that lamps round have a tolerance, which on and off are not.
 */
export function distanceFromDesired(key: string, desired: unknown, reported: unknown): number {
  if (isSame(desired, reported)) return 0;
  const distance = roundedDistance(key, desired, reported);
  return distance <= 1 ? distance : Number.POSITIVE_INFINITY;
}

function roundedDistance(key: string, desired: unknown, reported: unknown): number {
  if (key === "brightnessPercent" && typeof desired === "number" && typeof reported === "number") {
    return Math.abs(desired - reported) / TOLERANCE.percent;
  }
  return key === "colour" && isColour(desired) && isColour(reported) ? colourDistance(desired, reported) : Number.NaN;
}

/** Whites by their temperature, whatever else by where it is on the chart, each segment by itself. */
function colourDistance(one: LightColour, other: LightColour): number {
  if (one.mode === "white" && other.mode === "white") return miredDistance(one.kelvin, other.kelvin);
  const [points, others] = [pointsOf(one), pointsOf(other)];
  if (points.length !== others.length) return Number.NaN;
  return Math.max(...points.map((point, at) => chartDistance(point, others[at] ?? NOWHERE)));
}

const NOWHERE: Xy = { x: Number.NaN, y: Number.NaN };

const chartDistance = (one: Xy, other: Xy): number => Math.hypot(one.x - other.x, one.y - other.y) / TOLERANCE.chart;

const miredDistance = (oneKelvin: number, otherKelvin: number): number =>
  Math.abs(1e6 / oneKelvin - 1e6 / otherKelvin) / TOLERANCE.mired;

/** The field `colour` holds a colour or nothing. */
const isColour = (value: unknown): value is LightColour =>
  typeof value === "object" && value !== null && "mode" in value;
