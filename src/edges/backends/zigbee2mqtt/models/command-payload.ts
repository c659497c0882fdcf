import { hexFromRgb, rgbFromXy, type Xy } from "../../../../core/home/model/colour.ts";
import type { Fade, LightState } from "../../../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../../../core/home/model/light-colour.ts";
import type { JsonObject } from "../../../../shared/is-object.ts";
import type { Lamp } from "./capabilities.ts";
import { parseLightState } from "./light-state.ts";
import { powerOnValue } from "./power-on.ts";
import { clamped, fourDecimals, levelFromPercent, miredFromKelvin } from "./scales.ts";

/**
 * The payload of `<device>/set` for a command; undefined where the lamp can do nothing of the command. A command that turns
 * the lamp off contains nothing else, as Zigbee2MQTT drops a brightness beside it; a command for a lamp that is off
 * contains no colour, as many lamps would turn on, and such a lamp has nothing to fade.
 */
export function commandPayload(
  lamp: Lamp,
  command: Partial<LightState>,
  shown: { readonly on: boolean } & Fade,
): JsonObject | undefined {
  const { state } = lamp;
  const isOn = command.on ?? shown.on;
  const brightness = command.on === false ? {} : brightnessPayload(lamp, command);
  const payload = {
    ...(command.on === undefined ? {} : { [state.property]: command.on ? state.on : state.off }),
    ...brightness,
    ...(isOn ? colourPayload(lamp, command.colour) : {}),
    // A brightness turns a lamp on unless its state is null. The null stands last: lamps that know no null obey the rest.
    ...(isOn || Object.keys(brightness).length === 0 ? {} : { [state.property]: null }),
    ...powerOnPayload(lamp, command),
  };
  if (Object.keys(payload).length === 0) return undefined;
  return shown.fadeMillis && (isOn || command.on === false)
    ? { ...payload, transition: shown.fadeMillis / 1000 }
    : payload;
}

/** The state that the lamp will report once it has obeyed a command: within its ranges, in its own colour way. */
export function attainable(lamp: Lamp, command: Partial<LightState>): Partial<LightState> {
  const payload = commandPayload(lamp, command, { on: true });
  return payload ? expectedState(lamp, payload) : {};
}

/** The state of a lamp that obeyed a payload. */
export function expectedState(lamp: Lamp, payload: JsonObject): Partial<LightState> {
  const { colour, colourMode } = lamp;
  const colourWay =
    colour && Object.hasOwn(payload, colour.property) ? (colour.ways[0] === "xy" ? "xy" : "hs") : "color_temp";
  return parseLightState(lamp, { [colourMode]: colourWay, ...payload }, true).state;
}

function brightnessPayload({ brightness }: Lamp, { brightnessPercent }: Partial<LightState>): JsonObject {
  if (!brightness || brightnessPercent === undefined) return {};
  return { [brightness.property]: levelFromPercent(brightnessPercent, brightness) };
}

/** Never a colour and a white together. */
function colourPayload(lamp: Lamp, desired: LightColour | undefined): JsonObject {
  const { colour, colourTemperature, gradient, segments } = lamp;
  if (!desired) return {};
  if (desired.mode === "segments" && gradient) {
    return { [gradient.property]: hexColours(desired.points, segments) };
  }
  if (desired.mode === "white" && colourTemperature) {
    return { [colourTemperature.property]: miredFromKelvin(desired.kelvin, colourTemperature) };
  }
  if (!colour) return {};
  return { [colour.property]: colour.ways[0] === "xy" ? xyPayload(desired) : hueSaturationPayload(desired) };
}

/** As many as the lamp takes. */
const hexColours = (points: readonly Xy[], most: number): readonly string[] =>
  points.slice(0, most).map((point) => hexFromRgb(rgbFromXy(point)));

const FRACTION = { minimum: 0, maximum: 1 };

function xyPayload(desired: LightColour): JsonObject {
  const { x, y } = pointOf(desired);
  return { x: fourDecimals(clamped(x, FRACTION)), y: fourDecimals(clamped(y, { ...FRACTION, minimum: 0.0001 })) };
}

/** Never 0, which some converters take for an absent value: red is at 360 degrees as well, and 1% of a hue is invisible. */
function hueSaturationPayload(desired: LightColour): JsonObject {
  const { hueDegrees, saturationPercent } =
    desired.mode === "hueSaturation" ? desired : hueSaturationFromRgb(rgbFromXy(pointOf(desired)));
  const hue = Math.round(clamped(hueDegrees, { minimum: 0, maximum: 360 })) % 360;
  return { hue: hue || 360, saturation: Math.round(clamped(saturationPercent, { minimum: 1, maximum: 100 })) };
}

function powerOnPayload({ powerOn }: Lamp, command: Partial<LightState>): JsonObject {
  const value = powerOn && command.powerOn ? powerOnValue(powerOn.values, command.powerOn) : undefined;
  return powerOn && value !== undefined ? { [powerOn.property]: value } : {};
}

/** Hue and saturation of 0xRRGGBB, in whole numbers; a grey has no hue and counts as red. */
function hueSaturationFromRgb(rgb: number): { readonly hueDegrees: number; readonly saturationPercent: number } {
  const [red, green, blue] = [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return { hueDegrees: 0, saturationPercent: 0 };
  const sector = sectorOf({ red, green, blue, most, spread });
  return { hueDegrees: Math.round(60 * sector + 360) % 360, saturationPercent: Math.round((100 * spread) / most) };
}

interface Channels {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly most: number;
  readonly spread: number;
}

/** Which sixth of the colour circle the strongest channel leads to, and how far into it. */
function sectorOf({ red, green, blue, most, spread }: Channels): number {
  if (most === red) return (green - blue) / spread;
  return most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
}
