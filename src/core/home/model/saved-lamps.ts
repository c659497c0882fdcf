import { rgbFromXy } from "./colour.ts";
import type { Light } from "./light.ts";
import { pointsOf } from "./light-colour.ts";
import type { SavedLamp } from "./scene.ts";

/** How many colours clients see of a scene (G24). */
export const COLOURS_OF_A_SCENE = 5;

const BLACK = 0;

/** A lamp as a scene saves it. */
export const savedLamp = ({ id: lightId, on, brightnessPercent, colour }: Light): SavedLamp => ({
  lightId,
  on,
  brightnessPercent,
  colour,
});

/**
 * What clients see of saved lamps: the different colours of those that are on, the first colour of each before the further
 * ones of segments, at most five. Black where all are off.
 */
export function sampleOf(lamps: readonly Pick<SavedLamp, "on" | "colour">[]): readonly number[] {
  const shown = lamps.filter(({ on }) => on).map(({ colour }) => pointsOf(colour).map(rgbFromXy));
  const first = shown.flatMap((colours) => colours.slice(0, 1));
  const further = shown.flatMap((colours) => colours.slice(1));
  const different = [...new Set([...first, ...further])].slice(0, COLOURS_OF_A_SCENE);
  return fiveOf(different.length > 0 ? different : [BLACK]);
}

/** Five colours, by repeating those that there are. */
export const fiveOf = (colours: readonly number[]): readonly number[] =>
  Array.from({ length: COLOURS_OF_A_SCENE }, (_, index) => colours[index % colours.length] ?? BLACK);
