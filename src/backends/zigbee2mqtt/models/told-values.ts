import { isObject, type JsonObject } from "../json-values.ts";
import { quoted } from "./quoted.ts";

/** What a device said of something: nothing, a value, or what makes no sense. */
export interface Reading<Value> {
  readonly value?: Value;
  readonly problem?: string;
}

/** It said nothing of it: a null and an empty text are how Zigbee2MQTT says that. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

/** A number, or a text that is one: so it is where each attribute has a topic of its own. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export const invalid = (property: string, value: unknown): { readonly problem: string } => ({
  problem: `${quoted(property)} makes no sense: ${quoted(value)}`,
});

export function numberAt(told: JsonObject, property: string): Reading<number> {
  const said = told[property];
  if (isAbsent(said)) return {};
  const value = numberIn(said);
  return value === undefined ? invalid(property, said) : { value };
}

/** The parts of a colour; "color-x" is what an attribute of its own calls the x of "color". */
export function partsAt(told: JsonObject, property: string): JsonObject {
  const whole = told[property];
  const prefix = `${property}-`;
  const flat = Object.entries(told).filter(([key]) => key.startsWith(prefix));
  return {
    ...(isObject(whole) ? whole : {}),
    ...Object.fromEntries(flat.map(([key, value]) => [key.slice(prefix.length), value])),
  };
}

const LONGEST = { text: 256, list: 64 };

/** A value that can be kept for as long as its device: cut short where it is longer than anything of use. */
export function compact(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, LONGEST.text);
  if (Array.isArray(value)) return value.slice(0, LONGEST.list).map((item) => (isWhole(item) ? {} : compact(item)));
  return isWhole(value) ? {} : value;
}

const isWhole = (value: unknown): boolean => typeof value === "object" && value !== null;
