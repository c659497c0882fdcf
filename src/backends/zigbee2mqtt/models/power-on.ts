import type { PowerOn } from "../../../home/light.ts";
import type { PowerOnValues } from "./capabilities.ts";

/** What lamps call "as it was before". */
const MEMORY_WORDS = ["previous", "restore", "memory"];

/** Which words a lamp has for what it does when its power returns; nothing when it has none that we know. */
export function powerOnValues(values: unknown): PowerOnValues | undefined {
  const listed: readonly unknown[] = Array.isArray(values) ? values : [];
  const known = listed.filter((value) => typeof value === "string");
  const memory = MEMORY_WORDS.find((word) => known.includes(word));
  const words = {
    ...(known.includes("on") ? { on: "on" } : {}),
    ...(known.includes("off") ? { off: "off" } : {}),
    ...(memory === undefined ? {} : { memory }),
  };
  return Object.keys(words).length === 0 ? undefined : words;
}

/** Nothing for what has no word here: one that turns over what was ("toggle"), or one that we do not know. */
export function powerOnFrom(words: PowerOnValues, word: string): PowerOn | undefined {
  const mode = (["on", "off", "memory"] as const).find((one) => words[one] === word);
  if (mode === undefined) return undefined;
  const part = mode === "memory" ? "memory" : "default";
  return { mode, on: part, brightness: part, colour: part };
}

/** Nothing for what the lamp has no word for: its own default, and values of one's choice. */
export const powerOnValue = (words: PowerOnValues, { mode }: PowerOn): string | undefined =>
  mode === "default" || mode === "custom" ? undefined : words[mode];
