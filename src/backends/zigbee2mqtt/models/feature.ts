import { isObject, type JsonObject, textIn } from "../json-values.ts";
import type { Numeric } from "./capabilities.ts";
import { quoted } from "./quoted.ts";

/** What can be done with a property: the bits of `access`. */
const ACCESS = { set: 2, get: 4 };

/** One thing that a device exposes, by itself or as a part of its light. */
export interface Feature {
  readonly name: string;
  readonly type: string;
  readonly property: string;
  readonly endpoint: string | null;
  readonly isSettable: boolean;
  readonly isAskable: boolean;
  /** All that is said of it. */
  readonly words: JsonObject;
}

/** Colours have the same property, whatever they are told by. */
const COLOUR_NAMES = ["color_xy", "color_hs"];

/** Nothing when it is no expose at all. */
export function featureFrom(value: unknown, within: { readonly endpoint: string | null }): Feature | undefined {
  if (!isObject(value)) return undefined;
  const { type: typeWords, name: nameWords, property, endpoint: endpointWords, access } = value;
  const type = textIn(typeWords);
  if (type === undefined) return undefined;
  const endpoint = endpointFrom(endpointWords) ?? within.endpoint;
  const name = textIn(nameWords) ?? type;
  const bits = typeof access === "number" ? access : ACCESS.set | ACCESS.get;
  return {
    name,
    type,
    property: textIn(property) ?? propertyOf(COLOUR_NAMES.includes(name) ? "color" : name, endpoint),
    endpoint,
    isSettable: (bits & ACCESS.set) !== 0,
    isAskable: (bits & ACCESS.get) !== 0,
    words: value,
  };
}

const endpointFrom = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : textIn(value);

/** A property of one of several lights of a device is named after its endpoint. */
export const propertyOf = (name: string, endpoint: string | null): string =>
  endpoint === null ? name : `${name}_${endpoint}`;

/** The range of a number, the usual one where it is not said, or what is wrong with it. */
export function numericFrom({ name, property, words }: Feature, usual: Omit<Numeric, "property">): Numeric | string {
  const { value_min: lowest, value_max: highest } = words;
  const minimum = lowest ?? usual.minimum;
  const maximum = highest ?? usual.maximum;
  if (!isFiniteNumber(minimum) || !isFiniteNumber(maximum) || minimum > maximum || minimum < 0 || maximum < 1) {
    return `${quoted(name)} goes from ${quoted(minimum)} to ${quoted(maximum)}, which is no range`;
  }
  return { property, minimum, maximum };
}

const isFiniteNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
