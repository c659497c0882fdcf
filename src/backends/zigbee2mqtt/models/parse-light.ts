import type { ColourWay, Lamp, Numeric, StateValue } from "./capabilities.ts";
import { type Feature, featureFrom, numericFrom } from "./feature.ts";
import { quoted } from "./quoted.ts";

/** What a `light` expose says of a lamp; the rest stands beside it. */
export type LightPart = Pick<Lamp, "endpoint" | "state" | "brightness" | "colourTemperature" | "colour" | "askable">;

/** A lamp's own part, or none, and what was set aside of it. */
export interface ReadLight {
  readonly light: LightPart | undefined;
  readonly problems: readonly string[];
}

export const USUAL_BRIGHTNESS = { minimum: 0, maximum: 254 };
const USUAL_MIREDS = { minimum: 150, maximum: 500 };

/** Reads a `light` expose. What its lamp cannot be told is no ability of it, so it is left out. */
export function lightFrom(expose: Feature): ReadLight {
  const { endpoint } = expose;
  const { features: listed } = expose.words;
  const read = (Array.isArray(listed) ? listed : []).map((value: unknown) => featureFrom(value, { endpoint }));
  const features = read.filter((feature) => feature !== undefined);
  const problems = read.flatMap((feature, at) => (feature ? [] : [`part ${at + 1} of a light is no expose`]));
  const settable = (name: string) => features.find((one) => one.name === name && one.isSettable);
  const state = stateFrom(settable("state"));
  if (typeof state === "string") return { light: undefined, problems: [...problems, state] };
  const brightness = numeric(settable("brightness"), USUAL_BRIGHTNESS);
  const mireds = numeric(settable("color_temp"), USUAL_MIREDS);
  const colour = colourFrom(settable("color_xy"), settable("color_hs"));
  const parts = [brightness.value?.property, mireds.value?.property, colour?.property, state.property];
  return {
    light: {
      endpoint,
      state,
      brightness: brightness.value,
      colourTemperature: mireds.value,
      colour,
      askable: askableOf(features).filter((property) => parts.includes(property)),
    },
    problems: [...problems, ...brightness.problems, ...mireds.problems],
  };
}

function stateFrom(feature: Feature | undefined): Lamp["state"] | string {
  if (!feature) return "a light cannot be turned on and off";
  const { value_on: onWord, value_off: offWord } = feature.words;
  const on = onWord ?? "ON";
  const off = offWord ?? "OFF";
  if (!isStateValue(on) || !isStateValue(off) || on === off) {
    return `a light is on at ${quoted(on)} and off at ${quoted(off)}`;
  }
  return { property: feature.property, on, off };
}

const isStateValue = (value: unknown): value is StateValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function numeric(feature: Feature | undefined, usual: Omit<Numeric, "property">) {
  if (!feature) return { value: null, problems: [] };
  const value = numericFrom(feature, usual);
  return typeof value === "string" ? { value: null, problems: [value] } : { value, problems: [] };
}

/** By its place on the chart if that can be: it says more than a hue. */
function colourFrom(xy: Feature | undefined, hueSaturation: Feature | undefined): Lamp["colour"] {
  const first = xy ?? hueSaturation;
  if (!first) return null;
  const both: readonly [ColourWay, ...ColourWay[]] = ["xy", "hueSaturation"];
  return { property: first.property, ways: xy && hueSaturation ? both : [xy ? "xy" : "hueSaturation"] };
}

const askableOf = (features: readonly Feature[]): readonly string[] => [
  ...new Set(features.filter(({ isAskable }) => isAskable).map(({ property }) => property)),
];
