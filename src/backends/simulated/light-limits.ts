import { ABILITY_FOR_COLOUR } from "../../home/ability.ts";
import type { Light, LightState } from "../../home/light.ts";

/** What of a wish a light is able to do. */
export function takenByLight({ abilities }: Light, wish: Partial<LightState>): Partial<LightState> {
  const { brightnessPercent, colour, ...rest } = wish;
  const isBrightnessTaken = brightnessPercent !== undefined && abilities.includes("brightness");
  const isColourTaken = colour !== undefined && abilities.includes(ABILITY_FOR_COLOUR[colour.mode]);
  return {
    ...rest,
    ...(isBrightnessTaken ? { brightnessPercent } : {}),
    ...(isColourTaken ? { colour } : {}),
  };
}
