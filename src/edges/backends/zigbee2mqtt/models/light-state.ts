import { xyFromKelvin, xyFromRgb } from "../../../../core/home/model/colour.ts";
import type { LightState } from "../../../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../../../core/home/model/light-colour.ts";
import { isWithinPointTolerance } from "../../../../core/home/state-tolerance.ts";
import { isObject, type JsonObject } from "../../../../shared/is-object.ts";
import { invalid, isAbsent, numberAt, numberIn, partsAt, type Reading } from "../json-values.ts";
import type { ColourWay, Lamp } from "./capabilities.ts";
import { powerOnFrom } from "./power-on.ts";
import { kelvinFromMired, percentFromLevel } from "./scales.ts";

/** What a state report says of one lamp, and which of its values are invalid. */
export interface ParsedLightState {
  readonly state: Partial<LightState>;
  readonly problems: readonly string[];
}

/** Parses a state report. Of a lamp that is off only `on` counts: its other values are those of before or of later. */
export function parseLightState(lamp: Lamp, values: JsonObject, wasOn: boolean): ParsedLightState {
  const on = parseOn(lamp.state, values);
  const powerOn = parsePowerOn(lamp, values);
  const isOn = on.value ?? wasOn;
  const brightness = isOn ? parseBrightness(lamp, values) : {};
  const colour = isOn ? parseColour(lamp, values) : {};
  return {
    state: {
      ...(on.value === undefined ? {} : { on: on.value }),
      ...(brightness.value === undefined ? {} : { brightnessPercent: brightness.value }),
      ...(colour.value === undefined ? {} : { colour: colour.value }),
      ...(powerOn.value === undefined ? {} : { powerOn: powerOn.value }),
    },
    problems: [on, brightness, colour, powerOn].flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
  };
}

const ON_VALUES = ["on", "true", "1"];
const OFF_VALUES = ["off", "false", "0"];

function parseOn({ property, on, off }: Lamp["state"], values: JsonObject): Reading<boolean> {
  const reported = values[property];
  if (isAbsent(reported)) return {};
  if (isObject(reported) || Array.isArray(reported)) return invalid(property, reported);
  const value = lowerCase(reported);
  if (value === lowerCase(on)) return { value: true };
  if (value === lowerCase(off)) return { value: false };
  if (ON_VALUES.includes(value)) return { value: true };
  return OFF_VALUES.includes(value) ? { value: false } : invalid(property, reported);
}

const lowerCase = (value: unknown): string => String(value).toLowerCase();

function parseBrightness({ brightness }: Lamp, values: JsonObject): Reading<number> {
  if (!brightness) return {};
  const { value, ...rest } = numberAt(values, brightness.property);
  return value === undefined ? rest : { value: percentFromLevel(value, brightness) };
}

function parsePowerOn({ powerOn }: Lamp, values: JsonObject): Reading<LightState["powerOn"]> {
  if (!powerOn) return {};
  const reported = values[powerOn.property];
  if (isAbsent(reported)) return {};
  if (typeof reported !== "string") return invalid(powerOn.property, reported);
  const value = powerOnFrom(powerOn.values, reported);
  return value === undefined ? {} : { value };
}

type ColourReading = Reading<LightColour>;

/**
 * The reported colour of a lamp. The lamp's capabilities decide before its colour mode does: Zigbee2MQTT may name a mode
 * that the lamp lacks. A gradient takes precedence over the single colour that is reported with it.
 */
function parseColour(lamp: Lamp, values: JsonObject): ColourReading {
  const gradient = parseGradient(lamp, values);
  if (gradient.value || gradient.problem !== undefined) return gradient;
  if (!lamp.colour) return parseWhite(lamp, values);
  if (!lamp.colourTemperature) return parsePoint(lamp.colour, values, values[lamp.colourMode]);
  const mode = values[lamp.colourMode];
  if (mode === "color_temp") return parseWhite(lamp, values);
  const point = parsePoint(lamp.colour, values, mode);
  if (mode === "xy" || mode === "hs") return point;
  return whiteOrPoint(parseWhite(lamp, values), point);
}

/** Without a mode: Zigbee2MQTT derives white and point from each other, so a lamp whose two readings agree shows a white. */
function whiteOrPoint(white: ColourReading, point: ColourReading): ColourReading {
  if (white.value?.mode !== "white") return point.value ? point : { ...white, ...point };
  if (!point.value) return white;
  return isWithinPointTolerance(xyFromKelvin(white.value.kelvin), pointOf(point.value)) ? white : point;
}

function parseWhite({ colourTemperature }: Lamp, values: JsonObject): ColourReading {
  if (!colourTemperature) return {};
  const { property } = colourTemperature;
  const { value: mired, ...rest } = numberAt(values, property);
  if (mired === undefined) return rest;
  if (mired <= 0) return invalid(property, mired);
  return { value: { mode: "white", kelvin: kelvinFromMired(mired, colourTemperature) } };
}

/** In the way that the colour mode names, or else in the lamp's first way; in the other way where that one is absent. */
function parsePoint({ property, ways }: NonNullable<Lamp["colour"]>, values: JsonObject, mode: unknown): ColourReading {
  const reported = values[property];
  if (!isAbsent(reported) && !isObject(reported)) return parseChannels(property, reported);
  const parts = partsAt(values, property);
  const first: ColourWay = mode === "hs" && ways.includes("hueSaturation") ? "hueSaturation" : ways[0];
  const second: ColourWay = first === "xy" ? "hueSaturation" : "xy";
  const colour = POINT_PARSERS[first](parts) ?? POINT_PARSERS[second](parts);
  if (colour === "invalid") return invalid(property, parts);
  return colour ? { value: colour } : {};
}

const POINT_PARSERS: Readonly<Record<ColourWay, (parts: JsonObject) => LightColour | "invalid" | undefined>> = {
  xy: ({ x: reportedX, y: reportedY }) => {
    if (isAbsent(reportedX) || isAbsent(reportedY)) return undefined;
    const [x, y] = [numberIn(reportedX), numberIn(reportedY)];
    if (!isFrom(0, 1, x) || !isFrom(0, 1, y) || y === 0) return "invalid";
    return { mode: "xy", point: { x, y } };
  },
  hueSaturation: ({ hue, h, saturation, s }) => {
    const [reportedHue, reportedSaturation] = [hue ?? h, saturation ?? s];
    if (isAbsent(reportedHue) || isAbsent(reportedSaturation)) return undefined;
    const [degrees, percent] = [numberIn(reportedHue), numberIn(reportedSaturation)];
    if (!isFrom(0, 360, degrees) || !isFrom(0, 100, percent)) return "invalid";
    return { mode: "hueSaturation", hueDegrees: degrees % 360, saturationPercent: percent };
  },
};

const isFrom = (minimum: number, maximum: number, value: number | undefined): value is number =>
  value !== undefined && value >= minimum && value <= maximum;

const CHANNELS = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/;

/** With `output: attribute`, red, green and blue are one attribute: "255,128,0". */
function parseChannels(property: string, reported: unknown): ColourReading {
  const [, ...channels] = (typeof reported === "string" && CHANNELS.exec(reported)) || [];
  const rgb = channels.map(Number).reduce((sum, channel) => sum * 256 + Math.min(255, channel), 0);
  return channels.length === 3 ? { value: { mode: "xy", point: xyFromRgb(rgb) } } : invalid(property, reported);
}

const HEX_COLOUR = /^#[0-9a-f]{6}$/i;

/** Only converters that list a gradient in the order of the lamp's memory, which is reversed, report this property too. */
export const gradientPointsOf = (property: string): string => `${property}_xy`;

/** The colours of a gradient, in the order in which they are set. */
function parseGradient({ gradient, segments }: Lamp, values: JsonObject): ColourReading {
  if (!gradient) return {};
  const { property } = gradient;
  const reported = values[property];
  if (isAbsent(reported)) return {};
  const listed: readonly unknown[] =
    typeof reported === "string" ? reported.split(",") : Array.isArray(reported) ? reported : [reported];
  const colours = listed.filter((value) => typeof value === "string" && HEX_COLOUR.test(value));
  if (colours.length < listed.length) return invalid(property, reported);
  const points = colours.map((hex) => xyFromRgb(Number.parseInt(String(hex).slice(1), 16)));
  const isReversed = !isAbsent(values[gradientPointsOf(property)]);
  const [first, ...rest] = (isReversed ? points.toReversed() : points).slice(0, segments);
  return first ? { value: { mode: "segments", points: [first, ...rest] } } : {};
}
