import { ABILITY_FOR_COLOUR } from "./ability.ts";
import type { Light } from "./light.ts";
import { type LightColour, pointOf, whiteNear } from "./light-colour.ts";

/** A colour, or the nearest that a lamp can show. A lamp without any colour ability gets a white. */
export function showableColour(colour: LightColour, lamp: Pick<Light, "abilities" | "segments">): LightColour {
  if (colour.mode === "segments" && lamp.segments > 0) return withAtMost(lamp.segments, colour);
  const isAble = colour.mode !== "segments" && lamp.abilities.includes(ABILITY_FOR_COLOUR[colour.mode]);
  if (isAble) return colour;
  if (lamp.abilities.includes("colour")) return { mode: "xy", point: pointOf(colour) };
  return colour.mode === "white" ? colour : whiteNear(pointOf(colour));
}

function withAtMost(segments: number, colour: Extract<LightColour, { mode: "segments" }>): LightColour {
  const [first, ...rest] = colour.points;
  return rest.length < segments ? colour : { mode: "segments", points: [first, ...rest.slice(0, segments - 1)] };
}
