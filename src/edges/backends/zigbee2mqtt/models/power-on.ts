import type { PowerOn } from "../../../../core/home/model/light.ts";
import type { PowerOnValues } from "./capabilities.ts";

/** The values by which lamps restore the state of before. */
const MEMORY_VALUES = ["previous", "restore", "memory"];

/** The lamp's values for each power-on mode; undefined where none of the listed values is known. */
export function powerOnValues(values: unknown): PowerOnValues | undefined {
  const listed: readonly unknown[] = Array.isArray(values) ? values : [];
  const known = listed.filter((value) => typeof value === "string");
  const memory = MEMORY_VALUES.find((value) => known.includes(value));
  const supported = {
    ...(known.includes("on") ? { on: "on" } : {}),
    ...(known.includes("off") ? { off: "off" } : {}),
    ...(memory === undefined ? {} : { memory }),
  };
  return Object.keys(supported).length === 0 ? undefined : supported;
}

/** Undefined for values without a counterpart in the contract ("toggle"), and for unknown ones. */
export function powerOnFrom(values: PowerOnValues, value: string): PowerOn | undefined {
  const mode = (["on", "off", "memory"] as const).find((one) => values[one] === value);
  if (mode === undefined) return undefined;
  const part = mode === "memory" ? "memory" : "default";
  return { mode, on: part, brightness: part, colour: part };
}

/** Undefined for modes that lamps have no value for: their own default, and custom values. */
export const powerOnValue = (values: PowerOnValues, { mode }: PowerOn): string | undefined =>
  mode === "default" || mode === "custom" ? undefined : values[mode];
