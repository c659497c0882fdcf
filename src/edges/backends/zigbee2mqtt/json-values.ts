import { isObject, type JsonObject } from "../../../shared/is-object.ts";

const DECODER = new TextDecoder();

export const textOf = (bytes: Uint8Array): string => DECODER.decode(bytes);

/** The value of a JSON text; undefined where the text is not valid JSON. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A text that is not blank. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** A whole number from 0 up. */
export const countIn = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;

/** A number, or a text that holds a number: with `output: attribute`, Zigbee2MQTT publishes numbers as texts. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The outcome of reading one property: a value, a problem, or neither where the property is absent. */
export interface Reading<Value> {
  readonly value?: Value;
  readonly problem?: string;
}

/** Zigbee2MQTT publishes null or an empty text for a property without a value. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

export const invalid = (property: string, value: unknown): { readonly problem: string } => ({
  problem: `invalid value for ${quoted(property)}: ${quoted(value)}`,
});

export function numberAt(values: JsonObject, property: string): Reading<number> {
  const reported = values[property];
  if (isAbsent(reported)) return {};
  const value = numberIn(reported);
  return value === undefined ? invalid(property, reported) : { value };
}

/** The fields of a nested property, also where they are flat: with `output: attribute`, "color-x" is the x of "color". */
export function partsAt(values: JsonObject, property: string): JsonObject {
  const whole = values[property];
  const prefix = `${property}-`;
  const flat = Object.entries(values).filter(([key]) => key.startsWith(prefix));
  return {
    ...(isObject(whole) ? whole : {}),
    ...Object.fromEntries(flat.map(([key, value]) => [key.slice(prefix.length), value])),
  };
}

const LONGEST = { text: 256, list: 64, quote: 40 };

/** A copy whose size is bounded, so that it can be kept for as long as its device: long texts and lists are cut short. */
export function compact(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST.text);
  if (Array.isArray(value)) return value.slice(0, LONGEST.list).map((item) => (isNested(item) ? {} : compact(item)));
  return isNested(value) ? {} : value;
}

const isNested = (value: unknown): boolean => typeof value === "object" && value !== null;

/** A value of any length and kind, short enough for a sentence. */
export function quoted(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value.length > LONGEST.quote ? `${value.slice(0, LONGEST.quote)}…` : value);
  }
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
