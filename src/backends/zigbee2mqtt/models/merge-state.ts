import { isObject, type JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { withColour } from "./colour-memory.ts";
import { withGradient } from "./gradient-memory.ts";
import { gradientPointsOf } from "./light-gradient.ts";
import { compact, partsAt } from "./told-values.ts";

const UPDATE_PARTS = ["state", "installed_version", "latest_version"];

/**
 * What a device has said of itself in all: what it says now over what it said before. Only what its lamps, its link
 * quality and its updates need is kept, and no more of that than makes sense.
 */
export function mergeState(previous: JsonObject, next: JsonObject, lamps: readonly Lamp[]): JsonObject {
  const kept = ["linkquality", ...lamps.flatMap(simpleProperties)].filter((property) => Object.hasOwn(next, property));
  const plain: JsonObject = {
    ...previous,
    ...Object.fromEntries(kept.map((property) => [property, compact(next[property])])),
    ...updateTold(previous, next),
  };
  return lamps.reduce(
    (told, lamp) => withGradient({ previous, next, told: withColour(told, next, lamp) }, lamp),
    plain,
  );
}

/** What a device said just now of a lamp: when it is something of its colour, all that is known of that. */
export function reportedNow(merged: JsonObject, next: JsonObject, lamp: Lamp): JsonObject {
  const hues = colourProperties(lamp);
  const isOfColour = Object.keys(next).some((key) => hues.some((hue) => key === hue || key.startsWith(`${hue}-`)));
  const known = isOfColour ? hues.filter((property) => Object.hasOwn(merged, property)) : [];
  return {
    ...Object.fromEntries(plainProperties(lamp).flatMap((key) => (Object.hasOwn(next, key) ? [[key, next[key]]] : []))),
    ...Object.fromEntries(known.map((property) => [property, merged[property]])),
  };
}

const plainProperties = ({ state, brightness, powerOn }: Lamp): readonly string[] =>
  [state, brightness, powerOn].flatMap((part) => (part ? [part.property] : []));

const colourProperties = ({ colour, colourTemperature, colourMode, gradient }: Lamp): readonly string[] => [
  ...[colour, colourTemperature, gradient].flatMap((part) => (part ? [part.property] : [])),
  ...(gradient ? [gradientPointsOf(gradient.property)] : []),
  colourMode,
];

/** The rest has rules of its own. */
const simpleProperties = (lamp: Lamp): readonly string[] => [
  ...plainProperties(lamp),
  ...colourProperties(lamp).filter((key) => key !== lamp.colour?.property && key !== lamp.gradient?.property),
];

function updateTold(previous: JsonObject, next: JsonObject): JsonObject {
  const { update: before } = previous;
  const said = Object.entries(partsAt(next, "update")).filter(([name]) => UPDATE_PARTS.includes(name));
  if (said.length === 0) return {};
  const now = Object.fromEntries(said.map(([name, value]) => [name, compact(value)]));
  return { update: { ...(isObject(before) ? before : {}), ...now } };
}
