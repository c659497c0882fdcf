import { kelvinFromXy, type Xy, xyFromRgb } from "../model/colour.ts";
import type { Light, LightState } from "../model/light.ts";
import { pointOf, pointsOf, whiteNear } from "../model/light-colour.ts";
import type { Scene } from "../model/scene.ts";
import { isWithinPointTolerance, isWithinWhiteTolerance } from "../state-tolerance.ts";
import { isSame } from "./replacement.ts";

/** The state that a scene desires of each light; `place` counts the room's lights, which get its colours in turn. */
export function desiredBy(scene: Scene): (light: Light, place: number) => Partial<LightState> {
  const [first, ...rest] = scene.colours.map(xyFromRgb);
  if (!first) return () => ({ on: true });
  const points = [first, ...rest];
  return ({ abilities, segments }, place) => {
    if (segments > 0) {
      return { on: true, colour: { mode: "segments", points: [first, ...rest.slice(0, segments - 1)] } };
    }
    const point = points[place % points.length] ?? first;
    if (abilities.includes("colour")) return { on: true, colour: { mode: "xy", point } };
    if (abilities.includes("colourTemperature")) return { on: true, colour: whiteNear(point) };
    return { on: true };
  };
}

/** Whether a light that changed no longer shows a scene; unknown for a scene that lamps store. */
export const deviates = (before: Light, after: Light, scene: Scene): boolean =>
  !scene.keptByLamps && (before.on !== after.on || !isSame(before.colour, after.colour)) && !shows(after, scene);

/** A lamp shows any of the scene's colours, a lamp with segments all that fit; brightness is no part of a scene. */
function shows({ on, colour, abilities, segments }: Light, scene: Scene): boolean {
  if (!on) return false;
  const points = scene.colours.map(xyFromRgb);
  if (points.length === 0) return true;
  if (segments > 0) {
    const given = points.slice(0, segments);
    return areAllAmong(pointsOf(colour), given) && areAllAmong(given, pointsOf(colour));
  }
  if (abilities.includes("colour")) return areAllAmong(pointsOf(colour), points);
  if (!abilities.includes("colourTemperature")) return true;
  const kelvin = kelvinFromXy(pointOf(colour));
  return points.some((desired) => isWithinWhiteTolerance(kelvinFromXy(desired), kelvin));
}

const areAllAmong = (points: readonly Xy[], others: readonly Xy[]): boolean =>
  points.every((point) => others.some((other) => isWithinPointTolerance(point, other)));
