import type { Ability, Light, LightState } from "./light.ts";
import type { LightColour } from "./light-colour.ts";

/** What a lamp must be able to do to show a colour. */
export const ABILITY_FOR_COLOUR = {
  white: "colourTemperature",
  xy: "colour",
  hueSaturation: "colour",
  segments: "segments",
} as const satisfies Readonly<Record<LightColour["mode"], Ability>>;

/** The first thing that a lamp would have to be able to do, and cannot, to be as wished. */
export function lackingFor({ brightnessPercent, colour }: Partial<LightState>, lamp: Light): Ability | undefined {
  const needed: readonly Ability[] = [
    ...(brightnessPercent === undefined ? [] : ["brightness" as const]),
    ...(colour === undefined ? [] : [ABILITY_FOR_COLOUR[colour.mode]]),
  ];
  return needed.find((ability) => !lamp.abilities.includes(ability));
}
