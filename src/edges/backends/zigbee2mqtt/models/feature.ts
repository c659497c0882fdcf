import { isObject, type JsonObject } from "../../../../shared/is-object.ts";
import { quoted, textIn } from "../json-values.ts";
import type { Numeric } from "./capabilities.ts";

/** The bits of `access`: what can be done with a property. */
const ACCESS = { set: 2, get: 4 };

/** One expose of a device, or one feature of its light. */
export interface Feature {
  readonly name: string;
  readonly type: string;
  readonly property: string;
  readonly endpoint: string | null;
  readonly isSettable: boolean;
  readonly isReadable: boolean;
  /** The expose as Zigbee2MQTT lists it. */
  readonly raw: JsonObject;
}

/** The colour of a light is one property, whether it is set by x and y or by hue and saturation. */
const COLOUR_NAMES = ["color_xy", "color_hs"];

/** Undefined where the value is no expose at all. */
export function parseFeature(value: unknown, within: { readonly endpoint: string | null }): Feature | undefined {
  if (!isObject(value)) return undefined;
  const { type: listedType, name: listedName, property, endpoint: listedEndpoint, access } = value;
  const type = textIn(listedType);
  if (type === undefined) return undefined;
  const endpoint = endpointFrom(listedEndpoint) ?? within.endpoint;
  const name = textIn(listedName) ?? type;
  const bits = typeof access === "number" ? access : ACCESS.set | ACCESS.get;
  return {
    name,
    type,
    property: textIn(property) ?? propertyOf(COLOUR_NAMES.includes(name) ? "color" : name, endpoint),
    endpoint,
    isSettable: (bits & ACCESS.set) !== 0,
    isReadable: (bits & ACCESS.get) !== 0,
    raw: value,
  };
}

const endpointFrom = (value: unknown): string | undefined =>
  typeof value === "number" ? String(value) : textIn(value);

/** Where a device has several lights, the name of a property ends with the endpoint. */
export const propertyOf = (name: string, endpoint: string | null): string =>
  endpoint === null ? name : `${name}_${endpoint}`;

/** The range of a number, the default range where none is listed, or what is wrong with the range. */
export function numericFrom({ name, property, raw }: Feature, defaults: Omit<Numeric, "property">): Numeric | string {
  const { value_min: lowest, value_max: highest } = raw;
  const minimum = lowest ?? defaults.minimum;
  const maximum = highest ?? defaults.maximum;
  if (!isFiniteNumber(minimum) || !isFiniteNumber(maximum) || minimum > maximum || minimum < 0 || maximum < 1) {
    return `${quoted(name)} has an invalid range: ${quoted(minimum)} to ${quoted(maximum)}`;
  }
  return { property, minimum, maximum };
}

const isFiniteNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
