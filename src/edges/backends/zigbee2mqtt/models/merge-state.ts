import { isSame } from "../../../../core/home/changes/replacement.ts";
import { isObject, type JsonObject } from "../../../../shared/is-object.ts";
import { compact, isAbsent, partsAt } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { gradientPointsOf } from "./light-state.ts";

/** All that one lamp has reported so far: the latest value of each property. */
export interface MergedState {
  readonly values: JsonObject;
  /** A gradient that is still reported though the lamp shows one colour by now: no part of `values`. */
  readonly staleGradient?: { readonly property: string; readonly value: unknown } | undefined;
}

export const NOTHING_REPORTED: MergedState = { values: {} };

/** Merges a report into the reports before it. Only the properties of the lamp are kept, and bounded in size. */
export function mergeState(previous: MergedState, next: JsonObject, lamp: Lamp): MergedState {
  const simple = simpleProperties(lamp).filter((property) => Object.hasOwn(next, property));
  const values: JsonObject = {
    ...previous.values,
    ...Object.fromEntries(simple.map((property) => [property, compact(next[property])])),
  };
  return mergeGradient(previous, next, { values: mergeColour(values, next, lamp), lamp });
}

/** The values that a report brings; where one of them is about the colour, all that is known of the colour. */
export function reportedNow({ values }: MergedState, next: JsonObject, lamp: Lamp): JsonObject {
  const ofColour = colourProperties(lamp);
  const isAboutColour = Object.keys(next).some((key) =>
    ofColour.some((property) => key === property || key.startsWith(`${property}-`)),
  );
  const known = isAboutColour ? ofColour.filter((property) => Object.hasOwn(values, property)) : [];
  return {
    ...Object.fromEntries(plainProperties(lamp).flatMap((key) => (Object.hasOwn(next, key) ? [[key, next[key]]] : []))),
    ...Object.fromEntries(known.map((property) => [property, values[property]])),
  };
}

const plainProperties = ({ state, brightness, powerOn }: Lamp): readonly string[] =>
  [state, brightness, powerOn].flatMap((part) => (part ? [part.property] : []));

const colourProperties = ({ colour, colourTemperature, colourMode, gradient }: Lamp): readonly string[] => [
  ...[colour, colourTemperature, gradient].flatMap((part) => (part ? [part.property] : [])),
  ...(gradient ? [gradientPointsOf(gradient.property)] : []),
  colourMode,
];

/** The properties whose latest value simply replaces the one before; colour and gradient have rules of their own. */
const simpleProperties = (lamp: Lamp): readonly string[] => [
  ...plainProperties(lamp),
  ...colourProperties(lamp).filter((key) => key !== lamp.colour?.property && key !== lamp.gradient?.property),
];

/** Coordinates that mean a colour only together. */
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

/** Merges the colour of a report: all of it at once, or, with `output: attribute`, one coordinate after the other. */
function mergeColour(values: JsonObject, next: JsonObject, { colour }: Lamp): JsonObject {
  if (!colour) return values;
  const { property } = colour;
  if (Object.hasOwn(next, property)) {
    const whole = next[property];
    return { ...values, [property]: isObject(whole) ? coordinatesOf(whole) : compact(whole) };
  }
  const coordinates = coordinatesOf(partsAt(next, property));
  if (Object.keys(coordinates).length === 0) return values;
  const known = isObject(values[property]) ? values[property] : {};
  return { ...values, [property]: Object.entries(coordinates).reduce(mergeCoordinate, known) };
}

const coordinatesOf = (colour: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(colour).flatMap(([name, value]) => (PARTNERS.has(name) ? [[name, compact(value)]] : [])),
  );

/** A coordinate that changes drops its partner until that is reported too: a new x with the old y is a colour that never was. */
function mergeCoordinate(colour: JsonObject, [name, value]: readonly [string, unknown]): JsonObject {
  if (colour[name] === value) return colour;
  const { [PARTNERS.get(name) ?? ""]: _, ...withoutPartner } = colour;
  return { ...(Object.hasOwn(colour, name) ? withoutPartner : colour), [name]: value };
}

/**
 * Merges the gradient of a report. Zigbee2MQTT repeats the last gradient with every state, also long after the lamp became
 * one colour: a gradient is stale once the colour changes and the gradient does not, until another gradient is reported.
 */
function mergeGradient(
  previous: MergedState,
  next: JsonObject,
  { values, lamp }: { readonly values: JsonObject; readonly lamp: Lamp },
): MergedState {
  if (!lamp.gradient) return { ...previous, values };
  const { property } = lamp.gradient;
  const reported = compact(next[property]);
  const stale = previous.staleGradient?.property === property ? previous.staleGradient.value : undefined;
  const known = previous.values[property] ?? stale;
  const { [property]: _, ...withoutGradient } = values;
  if (!isAbsent(reported) && !isSame(reported, known)) {
    // The first gradient ever, together with the first colour ever: which of the two the lamp shows is not known.
    const isDoubtful = known === undefined && !hasColour(previous.values, lamp) && hasColour(values, lamp);
    return isDoubtful
      ? { values: withoutGradient, staleGradient: { property, value: reported } }
      : { values: { ...values, [property]: reported } };
  }
  const isStaleNow = previous.values[property] !== undefined && hasNewColour(previous.values, values, lamp);
  return isStaleNow ? { values: withoutGradient, staleGradient: { property, value: known } } : { ...previous, values };
}

/** To be used when a gradient is set: the next gradient that is reported is shown, even if it equals the stale one. */
export const expectGradient = ({ values }: MergedState): MergedState => ({ values });

const colourKeys = ({ colour, colourTemperature, colourMode }: Lamp): readonly string[] => [
  ...[colour, colourTemperature].flatMap((part) => (part ? [part.property] : [])),
  colourMode,
];

const hasColour = (values: JsonObject, lamp: Lamp): boolean => colourKeys(lamp).some((key) => !isAbsent(values[key]));

const hasNewColour = (previous: JsonObject, values: JsonObject, lamp: Lamp): boolean =>
  colourKeys(lamp).some((key) => !isSame(previous[key], values[key]));
