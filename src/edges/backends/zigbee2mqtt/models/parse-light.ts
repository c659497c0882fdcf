import type { LightFeatures } from "../../../../core/home/model/light.ts";
import { quoted } from "../json-values.ts";
import type { ColourWay, Lamp, Numeric, StateValue } from "./capabilities.ts";
import { type Feature, numericFrom, parseFeature, propertyOf } from "./feature.ts";
import { powerOnValues } from "./power-on.ts";

/** The part of a lamp that its `light` expose describes; other exposes of the device describe the rest. */
export type LightPart = Pick<Lamp, "endpoint" | "state" | "brightness" | "colourTemperature" | "colour" | "readable">;

/** A light, or undefined where the expose describes none, and what was dropped of the expose. */
export interface ParsedLight {
  readonly light: LightPart | undefined;
  readonly problems: readonly string[];
}

const DEFAULT_BRIGHTNESS = { minimum: 0, maximum: 254 };
const DEFAULT_MIREDS = { minimum: 150, maximum: 500 };
/** As many as all lamps with a gradient take that exist today. */
const DEFAULT_SEGMENTS = 9;

/** Parses a `light` (or `switch`) expose. What cannot be set is no ability of the lamp, so it is left out. */
export function parseLight(expose: Feature): ParsedLight {
  const { endpoint } = expose;
  const { features: listed } = expose.raw;
  const parsed = (Array.isArray(listed) ? listed : []).map((value: unknown) => parseFeature(value, { endpoint }));
  const features = parsed.filter((feature) => feature !== undefined);
  const problems = parsed.flatMap((feature, at) => (feature ? [] : [`feature ${at + 1} of a light is invalid`]));
  const settable = (name: string) => features.find((one) => one.name === name && one.isSettable);
  const state = parseStateValues(settable("state"));
  if (typeof state === "string") return { light: undefined, problems: [...problems, state] };
  const brightness = numeric(settable("brightness"), DEFAULT_BRIGHTNESS);
  const mireds = numeric(settable("color_temp"), DEFAULT_MIREDS);
  const colour = colourFrom(settable("color_xy"), settable("color_hs"));
  const properties = [brightness.value?.property, mireds.value?.property, colour?.property, state.property];
  return {
    light: {
      endpoint,
      state,
      brightness: brightness.value,
      colourTemperature: mireds.value,
      colour,
      readable: readableIn(features).filter((property) => properties.includes(property)),
    },
    problems: [...problems, ...brightness.problems, ...mireds.problems],
  };
}

function parseStateValues(feature: Feature | undefined): Lamp["state"] | string {
  if (!feature) return "a light cannot be turned on and off";
  const { value_on: onValue, value_off: offValue } = feature.raw;
  const on = onValue ?? "ON";
  const off = offValue ?? "OFF";
  if (!isStateValue(on) || !isStateValue(off) || on === off) {
    return `a light has invalid values for on (${quoted(on)}) and off (${quoted(off)})`;
  }
  return { property: feature.property, on, off };
}

const isStateValue = (value: unknown): value is StateValue =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

function numeric(feature: Feature | undefined, defaults: Omit<Numeric, "property">) {
  if (!feature) return { value: null, problems: [] };
  const value = numericFrom(feature, defaults);
  return typeof value === "string" ? { value: null, problems: [value] } : { value, problems: [] };
}

/** By x and y where the lamp takes them: they are more precise than a hue. */
function colourFrom(xy: Feature | undefined, hueSaturation: Feature | undefined): Lamp["colour"] {
  const first = xy ?? hueSaturation;
  if (!first) return null;
  const both: readonly [ColourWay, ...ColourWay[]] = ["xy", "hueSaturation"];
  return { property: first.property, ways: xy && hueSaturation ? both : [xy ? "xy" : "hueSaturation"] };
}

const readableIn = (features: readonly Feature[]): readonly string[] => [
  ...new Set(features.filter(({ isReadable }) => isReadable).map(({ property }) => property)),
];

/** Completes a lamp with what other exposes of its device say: gradient, a brightness apart, power-on behaviour. */
export function lampFrom(light: LightPart, exposes: readonly Feature[]): Lamp {
  const list = light.colour ? beside(light, exposes, { name: "gradient", type: "list" }) : undefined;
  const segments = list ? segmentsOf(list) : 0;
  const gradient = list && segments > 0 ? { property: list.property } : null;
  const level = light.brightness ? undefined : beside(light, exposes, { name: "brightness", type: "numeric" });
  const brightness = level ? numericFrom(level, DEFAULT_BRIGHTNESS) : light.brightness;
  const lamp = {
    ...light,
    brightness: typeof brightness === "string" ? null : brightness,
    colourMode: propertyOf("color_mode", light.endpoint),
    gradient,
    powerOn: powerOnFrom(beside(light, exposes, { name: "power_on_behavior", type: "enum" })),
    readable: gradient && list?.isReadable ? [...light.readable, gradient.property] : light.readable,
  };
  return { ...lamp, segments, abilities: abilitiesOf(lamp), ...whitesOf(lamp) };
}

/** The expose for the endpoint of the light or, where there is none, for the whole device. */
function beside({ endpoint }: LightPart, exposes: readonly Feature[], wanted: Pick<Feature, "name" | "type">) {
  const found = exposes.filter(({ name, type, isSettable }) => {
    return name === wanted.name && type === wanted.type && isSettable;
  });
  return found.find((one) => one.endpoint === endpoint) ?? found.find((one) => one.endpoint === null);
}

function segmentsOf({ raw }: Feature): number {
  const { length_max: longest } = raw;
  const most = longest ?? DEFAULT_SEGMENTS;
  return typeof most === "number" && most >= 1 && Number.isFinite(most) ? Math.floor(most) : 0;
}

function powerOnFrom(feature: Feature | undefined): Lamp["powerOn"] {
  if (!feature) return null;
  const { values: listed } = feature.raw;
  const values = powerOnValues(listed);
  return values ? { property: feature.property, values } : null;
}

const whitesOf = ({ colourTemperature }: Pick<Lamp, "colourTemperature">): Pick<Lamp, "whites"> => {
  if (!colourTemperature) return {};
  const [coolestKelvin, warmestKelvin] = [colourTemperature.minimum, colourTemperature.maximum].map((mired) =>
    Math.round(1e6 / Math.max(1, mired)),
  ) as [number, number];
  return { whites: { coolestKelvin, warmestKelvin } };
};

const abilitiesOf = ({
  brightness,
  colourTemperature,
  colour,
  gradient,
}: Omit<Lamp, keyof LightFeatures>): Lamp["abilities"] => [
  "onOff",
  ...(brightness ? ["brightness" as const] : []),
  ...(colourTemperature ? ["colourTemperature" as const] : []),
  ...(colour ? ["colour" as const] : []),
  ...(gradient ? ["segments" as const] : []),
];
