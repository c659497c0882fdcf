import { isSame } from "../../../home/replacement.ts";
import type { JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { compact, isAbsent } from "./told-values.ts";

interface Heard {
  readonly previous: JsonObject;
  readonly next: JsonObject;
  /** All that is known, but for the gradient. */
  readonly told: JsonObject;
}

const pastOf = (property: string): string => `${property} of the past`;

/**
 * Takes in what is said of a lamp's gradient. Zigbee2MQTT repeats the last one with every state, also long after the
 * lamp became one colour: a gradient is of the past once the colour changes and it does not, until another is said.
 */
export function withGradient({ previous, next, told }: Heard, lamp: Lamp): JsonObject {
  if (!lamp.gradient) return told;
  const { property } = lamp.gradient;
  const past = pastOf(property);
  const said = compact(next[property]);
  const known = previous[property] ?? previous[past];
  if (!isAbsent(said) && !isSame(said, known)) {
    const isDoubtful = known === undefined && !hasColour(previous, lamp) && hasColour(told, lamp);
    return { ...without(told, property, past), [isDoubtful ? past : property]: said };
  }
  const isOver = previous[property] !== undefined && hasNewColour(previous, told, lamp);
  return isOver ? { ...without(told, property), [past]: known } : told;
}

/** To be used when a gradient is set: the next one that is said is shown, were it the one of the past. */
export const expectGradient = (told: JsonObject, { gradient }: Lamp): JsonObject =>
  gradient ? without(told, pastOf(gradient.property)) : told;

const colourKeys = ({ colour, colourTemperature, colourMode }: Lamp): readonly string[] => [
  ...[colour, colourTemperature].flatMap((part) => (part ? [part.property] : [])),
  colourMode,
];

const hasColour = (told: JsonObject, lamp: Lamp): boolean => colourKeys(lamp).some((key) => !isAbsent(told[key]));

const hasNewColour = (previous: JsonObject, told: JsonObject, lamp: Lamp): boolean =>
  colourKeys(lamp).some((key) => !isSame(previous[key], told[key]));

const without = (told: JsonObject, ...keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(told).filter(([key]) => !keys.includes(key)));
