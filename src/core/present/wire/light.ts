import { ABILITY_WEIGHTS, type WireLight, type WirePowerOn } from "../../contract/light.ts";
import { kelvinFromXy, type Xy, xyFromKelvin } from "../../home/model/colour.ts";
import type { Ability, Light, PowerOn } from "../../home/model/light.ts";
import { type LightColour, pointOf } from "../../home/model/light-colour.ts";
import { brightness, chartPoint, flag, kelvin, rgbFromChart, within } from "./numbers.ts";

const COLOUR_MODES = { hueSaturation: 0, xy: 1, white: 2, segments: 3 } as const satisfies Record<
  LightColour["mode"],
  WireLight["color_mode"]
>;

/** One value for all lights, so that a comparison of two lights need not look inside. */
const ALIKE = { pack: [], ext_attr: { motion: 0 }, motion: {}, motion_type: [] } satisfies Partial<WireLight>;

/** Spec §2.3. */
export function wireLight(light: Light): Required<WireLight> {
  const colour = wireColour(light.colour);
  return {
    id: light.id,
    type: "light",
    name: light.name,
    on: flag(light.on),
    brightness: brightness(light.brightnessPercent),
    color_mode: colour.mode,
    color_cw: colour.kelvin,
    color_x: colour.shown.x,
    color_y: colour.shown.y,
    color_len: colour.segments.length,
    color_arr: colour.segments,
    pack: ALIKE.pack,
    position_x: 0,
    position_y: 0,
    positions: "",
    power_on: memoizedPowerOn(light.powerOn),
    support_segment: flag(light.abilities.includes("segments")),
    support_dynamic: flag(light.abilities.includes("dynamicEffects")),
    ability: abilitySum(light.abilities),
    color_rgb: colour.rgb,
    color_rgb_arr: colour.segmentsRgb,
    ext_attr: ALIKE.ext_attr,
    motion: ALIKE.motion,
    motion_type: ALIKE.motion_type,
    sync_status: flag(light.drivenBySyncBox),
  };
}

const memoizedPowerOn = memoizeLast(wirePowerOn);

/** All fields that follow from the one colour that a lamp shows (G6). */
const wireColour = memoizeLast((reported: LightColour) => {
  const colour = withinContract(reported);
  const point = pointOf(colour);
  const shown = chartPoint(point);
  const segments = colour.mode === "segments" ? colour.points.map(chartPoint) : [];
  return {
    mode: COLOUR_MODES[colour.mode],
    kelvin: colour.mode === "white" ? colour.kelvin : kelvinFromXy(point),
    shown,
    rgb: rgbFromChart(shown),
    segments,
    segmentsRgb: segments.map(rgbFromChart),
  };
});

/**
 * A pure function that remembers its last result. An event is the difference between a light before and after a change,
 * and mostly both have the same colour.
 */
function memoizeLast<Value extends object, Result>(make: (value: Value) => Result): (value: Value) => Result {
  let last: { readonly value: Value; readonly result: Result } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, result: make(value) };
    return last.result;
  };
}

const withinContract = (colour: LightColour): LightColour =>
  colour.mode === "white" ? { mode: "white", kelvin: kelvin(colour.kelvin) } : colour;

export const abilitySum = (abilities: readonly Ability[]): number =>
  abilities.reduce((sum, ability) => sum | ABILITY_WEIGHTS[ability], 0);

const POWER_ON_MODES = { default: 0, memory: 1, custom: 2, on: 3, off: 4 } as const satisfies Record<
  PowerOn["mode"],
  WirePowerOn["mode"]
>;
const POWER_ON_PART_MODES = { default: 0, memory: 1 } as const;

/** What parts that are not custom read as. */
const USUAL = { on: true, brightnessPercent: 100, kelvin: 4000 };

/** Spec §2.3, table "PowerOn". */
function wirePowerOn(powerOn: PowerOn): WirePowerOn {
  const { on, brightness } = powerOn;
  const colour = powerOnColour(powerOn.colour);
  return {
    mode: POWER_ON_MODES[powerOn.mode],
    on_mode: typeof on === "string" ? POWER_ON_PART_MODES[on] : 2,
    on: flag(typeof on === "string" ? USUAL.on : on.custom),
    brightness_mode: typeof brightness === "string" ? POWER_ON_PART_MODES[brightness] : 2,
    brightness: within(typeof brightness === "string" ? USUAL.brightnessPercent : brightness.customPercent, 0, 100),
    color_mode: colour.mode,
    color_x: chartPoint(colour.point).x,
    color_y: chartPoint(colour.point).y,
    color_cw: colour.kelvin,
  };
}

function powerOnColour(colour: PowerOn["colour"]): { mode: WirePowerOn["color_mode"]; point: Xy; kelvin: number } {
  if (typeof colour === "string") {
    return { mode: POWER_ON_PART_MODES[colour], point: xyFromKelvin(USUAL.kelvin), kelvin: USUAL.kelvin };
  }
  if ("customPoint" in colour) return { mode: 2, point: colour.customPoint, kelvin: USUAL.kelvin };
  const temperature = kelvin(colour.customKelvin);
  return { mode: 3, point: xyFromKelvin(temperature), kelvin: temperature };
}
