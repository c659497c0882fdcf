import { rgbFromXy, type Xy, xyFromRgb } from "../../../home/colour.ts";
import type { LightColour } from "../../../home/light-colour.ts";
import type { JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { isAbsent, invalid, type Reading } from "./told-values.ts";

const HEX = /^#[0-9a-f]{6}$/i;

/** Said beside a gradient by newer converters, and only by those that say it in the order of the lamp's memory. */
export const gradientPointsOf = (property: string): string => `${property}_xy`;

/** The colours of a gradient, from the end of the lamp from which they are set. */
export function parseGradient({ gradient }: Lamp, told: JsonObject): Reading<LightColour> {
  if (!gradient) return {};
  const { property, most } = gradient;
  const said = told[property];
  if (isAbsent(said)) return {};
  const listed: readonly unknown[] = typeof said === "string" ? said.split(",") : Array.isArray(said) ? said : [said];
  const colours = listed.filter((value) => typeof value === "string" && HEX.test(value));
  if (colours.length < listed.length) return invalid(property, said);
  const points = colours.map((hex) => xyFromRgb(Number.parseInt(String(hex).slice(1), 16)));
  const isBackwards = !isAbsent(told[gradientPointsOf(property)]);
  const [first, ...rest] = (isBackwards ? points.toReversed() : points).slice(0, most);
  return first ? { value: { mode: "segments", points: [first, ...rest] } } : {};
}

/** As many as the lamp takes. */
export const gradientOf = (points: readonly Xy[], most: number): readonly string[] =>
  points.slice(0, most).map((point) => `#${rgbFromXy(point).toString(16).padStart(6, "0")}`);
