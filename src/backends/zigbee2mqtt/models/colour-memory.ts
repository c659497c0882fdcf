import { isObject, type JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { compact, partsAt } from "./told-values.ts";

/** What says nothing of a colour but together. */
const PAIRS = [
  ["x", "y"],
  ["hue", "saturation"],
  ["h", "s"],
] as const;
const PARTNERS = new Map<string, string>(
  PAIRS.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);

/** Takes in what is said of a lamp's colour: all of it at once, or one part after the other. */
export function withColour(told: JsonObject, next: JsonObject, { colour }: Lamp): JsonObject {
  if (!colour) return told;
  const { property } = colour;
  if (Object.hasOwn(next, property)) {
    const whole = next[property];
    return { ...told, [property]: isObject(whole) ? partsOf(whole) : compact(whole) };
  }
  const parts = partsOf(partsAt(next, property));
  if (Object.keys(parts).length === 0) return told;
  return {
    ...told,
    [property]: Object.entries(parts).reduce(withPart, isObject(told[property]) ? told[property] : {}),
  };
}

const partsOf = (colour: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(colour).flatMap(([name, value]) => (PARTNERS.has(name) ? [[name, compact(value)]] : [])),
  );

/** A part that changes waits for its partner: the new x and the old y are a colour that never was. */
function withPart(colour: JsonObject, [name, value]: readonly [string, unknown]): JsonObject {
  if (colour[name] === value) return colour;
  const { [PARTNERS.get(name) ?? ""]: _, ...alone } = colour;
  return { ...(Object.hasOwn(colour, name) ? alone : colour), [name]: value };
}
