import type { Ability, Light, LightState } from "./light.ts";
import type { LightColour } from "./light-colour.ts";

/** What a lamp must be able to do to show a colour. */
export const ABILITY_FOR_COLOUR = {
  white: "colourTemperature",
  xy: "colour",
  hueSaturation: "colour",
  segments: "segments",
} as const satisfies Readonly<Record<LightColour["mode"], Ability>>;

/** The first ability that a state needs and that is not among those that there are. */
export function lackingFor(state: Partial<LightState>, available: ReadonlySet<Ability>): Ability | undefined {
  const { brightnessPercent, colour } = state;
  const needed: readonly Ability[] = [
    ...(brightnessPercent === undefined ? [] : ["brightness" as const]),
    ...(colour === undefined ? [] : [ABILITY_FOR_COLOUR[colour.mode]]),
  ];
  return needed.find((ability) => !available.has(ability));
}

/** As much of a state as a lamp has the abilities for. */
export function withinAbility(state: Partial<LightState>, { abilities, segments }: Light): Partial<LightState> {
  const { brightnessPercent, colour, ...rest } = state;
  const isDimmable = brightnessPercent !== undefined && abilities.includes("brightness");
  const isShowable = colour !== undefined && abilities.includes(ABILITY_FOR_COLOUR[colour.mode]);
  return {
    ...rest,
    ...(isDimmable ? { brightnessPercent } : {}),
    ...(isShowable ? { colour: withinSegments(colour, segments) } : {}),
  };
}

/** No more colours at once than a lamp has segments. */
function withinSegments(colour: LightColour, segments: number): LightColour {
  if (colour.mode !== "segments" || colour.points.length <= segments) return colour;
  const [first, ...others] = colour.points;
  return { ...colour, points: [first, ...others.slice(0, segments - 1)] };
}
