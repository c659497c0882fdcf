import { type Static, Type } from "typebox";
import type { Light } from "../../../core/home/model/light.ts";
import { colourWords } from "../../../core/home/model/light-colour.ts";
import { orNull } from "../values.ts";

/** What a lamp shows, in the words in which it is set. */
export const LightView = Type.Object({
  on: Type.Boolean(),
  /** Null for one that cannot be dimmed. */
  brightnessPercent: orNull(Type.Number()),
  /** "#ff8800" or "2700K"; several when it has segments; none for one that has no colours. */
  colours: Type.Array(Type.String()),
  /** A sync box sets its colour at this moment. */
  synced: Type.Boolean(),
});
export type LightView = Static<typeof LightView>;

export function viewOfLight({ on, brightnessPercent, colour, abilities, drivenBySyncBox }: Light): LightView {
  const hasColours = abilities.includes("colour") || abilities.includes("colourTemperature");
  return {
    on,
    brightnessPercent: abilities.includes("brightness") ? brightnessPercent : null,
    colours: hasColours ? colourWords(colour) : [],
    synced: drivenBySyncBox,
  };
}

/** "on 60% #ff8800", "on 2700K", "off". */
export function describeLight(light: Pick<LightView, "on" | "brightnessPercent" | "colours">): string {
  const { on, brightnessPercent, colours } = light;
  const [first, ...more] = colours;
  if (!on) return "off";
  return [
    "on",
    ...(brightnessPercent === null ? [] : [formatPercent(brightnessPercent)]),
    ...(first === undefined ? [] : [first]),
    ...(more.length > 0 ? [`and ${more.length} more`] : []),
  ].join(" ");
}

export const formatPercent = (percent: number): string => `${Math.round(percent)}%`;
