import { kelvinFromXy, type Xy, xyFromRgb } from "./colour.ts";
import type { Light, LightState } from "./light.ts";
import { type LightColour, pointOf } from "./light-colour.ts";
import { isSame } from "./replacement.ts";
import type { Scene } from "./scene.ts";

/** How far a lamp's own report may be from the colour it was given, on the chart and in mired. */
const TOLERANCE = { chart: 0.02, mired: 10 };

/** What a scene asks of a light; `place` counts the room's lights, so that its colours are shared out in turn. */
export function wishOf(scene: Scene, { abilities }: Light, place: number): Partial<LightState> {
  const [first, ...rest] = scene.colours.map(xyFromRgb);
  if (!first) return { on: true };
  if (abilities.includes("segments")) return { on: true, colour: { mode: "segments", points: [first, ...rest] } };
  const point = [first, ...rest][place % scene.colours.length] ?? first;
  if (abilities.includes("colour")) return { on: true, colour: { mode: "xy", point } };
  if (abilities.includes("colourTemperature")) return { on: true, colour: whiteNear(point) };
  return { on: true };
}

/** Whether a light that became another one no longer shows a scene that it is part of. */
export const deviates = (before: Light, after: Light, scene: Scene): boolean =>
  (before.on !== after.on || !isSame(before.colour, after.colour)) && !shows(after, scene);

/** Any of the scene's colours will do; brightness is no part of a scene. */
function shows({ on, colour, abilities }: Light, scene: Scene): boolean {
  if (!on) return false;
  const points = scene.colours.map(xyFromRgb);
  if (points.length === 0) return true;
  if (abilities.includes("colour")) {
    return pointsOf(colour).every((point) => points.some((wanted) => isNear(point, wanted)));
  }
  if (!abilities.includes("colourTemperature")) return true;
  const kelvin = kelvinFromXy(pointOf(colour));
  return points.some((wanted) => Math.abs(1e6 / kelvinFromXy(wanted) - 1e6 / kelvin) <= TOLERANCE.mired);
}

const whiteNear = (point: Xy): LightColour => ({ mode: "white", kelvin: kelvinFromXy(point) });

const pointsOf = (colour: LightColour): readonly Xy[] =>
  colour.mode === "segments" ? colour.points : [pointOf(colour)];

const isNear = (one: Xy, other: Xy): boolean => Math.hypot(one.x - other.x, one.y - other.y) <= TOLERANCE.chart;
