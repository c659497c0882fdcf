import type { Ability, Light, LightState } from "../../home/light.ts";
import type { LightColour } from "../../home/light-colour.ts";

const NEEDED_FOR = {
  white: "colourTemperature",
  xy: "colour",
  hueSaturation: "colour",
  segments: "segments",
} as const satisfies Readonly<Record<LightColour["mode"], Ability>>;

/** What of a wish a light is able to do. */
export function takenByLight({ abilities }: Light, wish: Partial<LightState>): Partial<LightState> {
  const { brightnessPercent, colour, ...rest } = wish;
  const isBrightnessTaken = brightnessPercent !== undefined && abilities.includes("brightness");
  const isColourTaken = colour !== undefined && abilities.includes(NEEDED_FOR[colour.mode]);
  return {
    ...rest,
    ...(isBrightnessTaken ? { brightnessPercent } : {}),
    ...(isColourTaken ? { colour } : {}),
  };
}
