import type { LightState } from "../model/light.ts";
import { colourWords, type LightColour } from "../model/light-colour.ts";
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
  const [first = "", ...more] = colourWords(colour);
  return more.length > 0 ? `${first} and ${more.length} more` : first;
}
