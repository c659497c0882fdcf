import { rgbFromXy, type Xy } from "../model/colour.ts";
import type { LightState } from "../model/light.ts";
import { type LightColour, pointsOf } from "../model/light-colour.ts";
import type { SyncBoxState } from "../model/sync-box.ts";

/** What a light or a sync box is set to, in a few words: "on, 40%, 2700K". Fields without a short word are named. */
export const describeState = (state: Partial<LightState> | Partial<SyncBoxState>): string =>
  Object.entries(state)
    .map(([field, value]) => describeField(field, value))
    .join(", ");

function describeField(field: string, value: unknown): string {
  if (field === "on") return value === true ? "on" : "off";
  if (field === "brightnessPercent") return `${Math.round(Number(value))}%`;
  if (field === "colour") return describeColour(value as LightColour);
  return typeof value === "string" || typeof value === "number" ? `${field} ${value}` : field;
}

function describeColour(colour: LightColour): string {
  if (colour.mode === "white") return `${Math.round(colour.kelvin)}K`;
  const [first = "", ...more] = pointsOf(colour).map(hex);
  return more.length > 0 ? `${first} and ${more.length} more` : first;
}

const hex = (point: Xy): string => `#${rgbFromXy(point).toString(16).padStart(6, "0")}`;
