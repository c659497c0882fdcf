import { xyFromKelvin, xyFromRgb } from "../../../home/colour.ts";
import { isNearPoint } from "../../../home/comes-to.ts";
import { type LightColour, pointOf } from "../../../home/light-colour.ts";
import { isObject, type JsonObject } from "../json-values.ts";
import type { ColourWay, Lamp } from "./capabilities.ts";
import { parseGradient } from "./light-gradient.ts";
import { kelvinFromMired } from "./scales.ts";
import { isAbsent, invalid, numberIn, numberAt, partsAt, type Reading } from "./told-values.ts";

type ColourReading = Reading<LightColour>;

/**
 * The colour that a lamp shows, as far as it is said. What the lamp can decides first, its colour mode only between
 * what it can: it may name a mode that the lamp lacks. A gradient says more than the one colour beside it.
 */
export function parseColour(lamp: Lamp, told: JsonObject): ColourReading {
  const gradient = parseGradient(lamp, told);
  if (gradient.value || gradient.problem !== undefined) return gradient;
  if (!lamp.colour) return whiteTold(lamp, told);
  if (!lamp.colourTemperature) return pointTold(lamp.colour, told, told[lamp.colourMode]);
  const mode = told[lamp.colourMode];
  if (mode === "color_temp") return whiteTold(lamp, told);
  const point = pointTold(lamp.colour, told, mode);
  if (mode === "xy" || mode === "hs") return point;
  return likelier(whiteTold(lamp, told), point);
}

/** Zigbee2MQTT works out the one from the other: when both come to the same, it is a white. */
function likelier(white: ColourReading, point: ColourReading): ColourReading {
  if (white.value?.mode !== "white") return point.value ? point : { ...white, ...point };
  if (!point.value) return white;
  return isNearPoint(xyFromKelvin(white.value.kelvin), pointOf(point.value)) ? white : point;
}

function whiteTold({ colourTemperature }: Lamp, told: JsonObject): ColourReading {
  if (!colourTemperature) return {};
  const { property } = colourTemperature;
  const { value: mired, ...rest } = numberAt(told, property);
  if (mired === undefined) return rest;
  if (mired <= 0) return invalid(property, mired);
  return { value: { mode: "white", kelvin: kelvinFromMired(mired, colourTemperature) } };
}

/** By the way that its mode names or else the lamp's first; by the other where that says nothing. */
function pointTold({ property, ways }: NonNullable<Lamp["colour"]>, told: JsonObject, mode: unknown): ColourReading {
  const said = told[property];
  if (!isAbsent(said) && !isObject(said)) return fromChannels(property, said);
  const parts = partsAt(told, property);
  const first: ColourWay = mode === "hs" && ways.includes("hueSaturation") ? "hueSaturation" : ways[0];
  const second: ColourWay = first === "xy" ? "hueSaturation" : "xy";
  const read = READERS[first](parts);
  const other = read === undefined ? READERS[second](parts) : read;
  if (other === "invalid") return invalid(property, parts);
  return other ? { value: other } : {};
}

const READERS: Readonly<Record<ColourWay, (parts: JsonObject) => LightColour | "invalid" | undefined>> = {
  xy: ({ x: saidX, y: saidY }) => {
    if (isAbsent(saidX) || isAbsent(saidY)) return undefined;
    const [x, y] = [numberIn(saidX), numberIn(saidY)];
    if (!isFrom(0, 1, x) || !isFrom(0, 1, y) || y === 0) return "invalid";
    return { mode: "xy", point: { x, y } };
  },
  hueSaturation: ({ hue, h, saturation, s }) => {
    const [saidHue, saidSaturation] = [hue ?? h, saturation ?? s];
    if (isAbsent(saidHue) || isAbsent(saidSaturation)) return undefined;
    const [degrees, percent] = [numberIn(saidHue), numberIn(saidSaturation)];
    if (!isFrom(0, 360, degrees) || !isFrom(0, 100, percent)) return "invalid";
    return { mode: "hueSaturation", hueDegrees: degrees % 360, saturationPercent: percent };
  },
};

const isFrom = (minimum: number, maximum: number, value: number | undefined): value is number =>
  value !== undefined && value >= minimum && value <= maximum;

const CHANNELS = /^(\d{1,3}),(\d{1,3}),(\d{1,3})$/;

/** Red, green and blue are one attribute: "255,128,0". */
function fromChannels(property: string, said: unknown): ColourReading {
  const [, ...channels] = (typeof said === "string" && CHANNELS.exec(said)) || [];
  const rgb = channels.map(Number).reduce((sum, channel) => sum * 256 + Math.min(255, channel), 0);
  return channels.length === 3 ? { value: { mode: "xy", point: xyFromRgb(rgb) } } : invalid(property, said);
}
