import { withinAbility } from "../model/ability.ts";
import { kelvinFromXy, type Xy, xyFromRgb } from "../model/colour.ts";
import type { Light, LightState } from "../model/light.ts";
import { type LightColour, pointOf, pointsOf, whiteNear } from "../model/light-colour.ts";
import { type SavedLamp, type Scene, savedLampOf } from "../model/scene.ts";
import { showableColour } from "../model/showable-colour.ts";
import { distanceFromDesired, isWithinPointTolerance, isWithinWhiteTolerance } from "../state-tolerance.ts";
import { isSame } from "./replacement.ts";

/** The state that a scene desires of each light; `place` counts the room's lights, which get its colours in turn. */
export function desiredBy(scene: Scene): (light: Light, place: number) => Partial<LightState> {
  if (scene.lamps) return (light) => savedState(savedLampOf(scene, light.id), light);
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

/** A lamp that was off is only turned off; one that the scene does not know is left alone. */
function savedState(saved: SavedLamp | undefined, light: Light): Partial<LightState> {
  if (!saved) return {};
  if (!saved.on) return { on: false };
  const { brightnessPercent, colour } = saved;
  return withinAbility({ on: true, brightnessPercent, colour: showableColour(colour, light) }, light);
}

/** Whether a light that changed no longer shows a scene; unknown for a scene that lamps store. */
export const deviates = (before: Light, after: Light, scene: Scene): boolean =>
  !scene.keptByLamps && isOther(before, after, scene) && !shows(after, scene);

/** Brightness is part of a saved scene only. */
const isOther = (before: Light, after: Light, { lamps }: Scene): boolean =>
  before.on !== after.on ||
  !isSame(before.colour, after.colour) ||
  (lamps !== undefined && before.brightnessPercent !== after.brightnessPercent);

/**
 * A lamp shows any of the scene's colours, a lamp with segments all that fit. Of a saved scene it shows what was saved of
 * it.
 */
export function shows(light: Light, scene: Scene): boolean {
  if (scene.lamps) return showsSaved(light, savedLampOf(scene, light.id));
  const { on, colour, abilities, segments } = light;
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

function showsSaved(light: Light, saved: SavedLamp | undefined): boolean {
  if (!saved) return true;
  if (!saved.on || !light.on) return saved.on === light.on;
  const { brightnessPercent, colour } = savedState(saved, light);
  return (
    (brightnessPercent === undefined || isNear("brightnessPercent", brightnessPercent, light.brightnessPercent)) &&
    (colour === undefined || isNear("colour", colour, light.colour) || isSameInOneWord(colour, light.colour))
  );
}

const isNear = (field: keyof LightState, desired: unknown, shown: unknown): boolean =>
  distanceFromDesired(field, desired, shown) <= 1;

/** A lamp with segments may report one colour for all of them. */
function isSameInOneWord(one: LightColour, other: LightColour): boolean {
  const [points, others] = [pointsOf(one), pointsOf(other)];
  return (points.length === 1 || others.length === 1) && areAllAmong(points, others) && areAllAmong(others, points);
}
