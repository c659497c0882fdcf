import { rgbFromXy } from "../../../home/colour.ts";
import type { LightState } from "../../../home/light.ts";
import { type LightColour, pointOf } from "../../../home/light-colour.ts";
import type { JsonObject } from "../json-values.ts";
import type { Lamp } from "./capabilities.ts";
import { hueSaturationFromRgb } from "./hue.ts";
import { gradientOf } from "./light-gradient.ts";
import { parseLightState } from "./light-state.ts";
import { powerOnValue } from "./power-on.ts";
import { clamped, fourDecimals, levelFromPercent, miredFromKelvin } from "./scales.ts";

/**
 * What to publish for a wish; nothing when the lamp can do nothing of it. One that turns the lamp off says no more
 * than that, as Zigbee2MQTT drops a brightness beside it; a lamp that is off is told no colour, as many then turn on.
 */
export function commandPayload(
  lamp: Lamp,
  wish: Partial<LightState>,
  shown: { readonly on: boolean },
): JsonObject | undefined {
  const { state } = lamp;
  const isOn = wish.on ?? shown.on;
  const brightness = wish.on === false ? {} : brightnessWords(lamp, wish);
  const payload = {
    ...(wish.on === undefined ? {} : { [state.property]: wish.on ? state.on : state.off }),
    ...brightness,
    ...(isOn ? colourWords(lamp, wish.colour) : {}),
    // A brightness turns a lamp on unless its state is null, which stands last: lamps that know no null obey the rest.
    ...(isOn || Object.keys(brightness).length === 0 ? {} : { [state.property]: null }),
    ...powerOnValues(lamp, wish),
  };
  return Object.keys(payload).length === 0 ? undefined : payload;
}

/** What the lamp will say when it obeys: within its ranges, and in its own words. */
export function attainable(lamp: Lamp, wish: Partial<LightState>): Partial<LightState> {
  const payload = commandPayload(lamp, wish, { on: true });
  return payload ? expectedState(lamp, payload) : {};
}

/** What a lamp shows that was told this. */
export function expectedState(lamp: Lamp, payload: JsonObject): Partial<LightState> {
  const { colour, colourMode } = lamp;
  const colourWay =
    colour && Object.hasOwn(payload, colour.property) ? (colour.ways[0] === "xy" ? "xy" : "hs") : "color_temp";
  return parseLightState(lamp, { [colourMode]: colourWay, ...payload }, true).state;
}

function brightnessWords({ brightness }: Lamp, { brightnessPercent }: Partial<LightState>): JsonObject {
  if (!brightness || brightnessPercent === undefined) return {};
  return { [brightness.property]: levelFromPercent(brightnessPercent, brightness) };
}

/** Never a colour and a white together. */
function colourWords({ colour, colourTemperature, gradient }: Lamp, wished: LightColour | undefined): JsonObject {
  if (!wished) return {};
  if (wished.mode === "segments" && gradient) return { [gradient.property]: gradientOf(wished.points, gradient.most) };
  if (wished.mode === "white" && colourTemperature) {
    return { [colourTemperature.property]: miredFromKelvin(wished.kelvin, colourTemperature) };
  }
  if (!colour) return {};
  return { [colour.property]: colour.ways[0] === "xy" ? chartWords(wished) : hueWords(wished) };
}

const FRACTION = { minimum: 0, maximum: 1 };

function chartWords(wished: LightColour): JsonObject {
  const { x, y } = pointOf(wished);
  return { x: fourDecimals(clamped(x, FRACTION)), y: fourDecimals(clamped(y, { ...FRACTION, minimum: 0.0001 })) };
}

/** Without zeros, which some converters take for nothing said: red is at 360 as well, and 1 % of a hue is not seen. */
function hueWords(wished: LightColour): JsonObject {
  const { hueDegrees, saturationPercent } =
    wished.mode === "hueSaturation" ? wished : hueSaturationFromRgb(rgbFromXy(pointOf(wished)));
  const hue = Math.round(clamped(hueDegrees, { minimum: 0, maximum: 360 })) % 360;
  return { hue: hue || 360, saturation: Math.round(clamped(saturationPercent, { minimum: 1, maximum: 100 })) };
}

function powerOnValues({ powerOn }: Lamp, wish: Partial<LightState>): JsonObject {
  const word = powerOn && wish.powerOn ? powerOnValue(powerOn.words, wish.powerOn) : undefined;
  return powerOn && word !== undefined ? { [powerOn.property]: word } : {};
}
