import { ABILITY_WEIGHTS, type WireLight } from "../../contract/light.ts";
import { kelvinFromXy } from "../../home/model/colour.ts";
import type { Ability, Light } from "../../home/model/light.ts";
import { type LightColour, pointOf } from "../../home/model/light-colour.ts";
import { brightness, chartPoint, flag, kelvin, rgbFromChart } from "./numbers.ts";
import { wirePowerOn } from "./power-on.ts";

const COLOUR_MODES = { hueSaturation: 0, xy: 1, white: 2, segments: 3 } as const satisfies Record<
  LightColour["mode"],
  WireLight["color_mode"]
>;

/** The same in all, so that two lights are seen to be alike in them without a look inside. */
const ALIKE = { pack: [], ext_attr: { motion: 0 }, motion: {}, motion_type: [] } satisfies Partial<WireLight>;

/** Spec §2.3. */
export function wireLight(light: Light): WireLight {
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
    power_on: keptPowerOn(light.powerOn),
    support_segment: flag(light.abilities.includes("segments")),
    support_dynamic: flag(light.abilities.includes("dynamicEffects")),
    ability: abilityMask(light.abilities),
    color_rgb: colour.rgb,
    color_rgb_arr: colour.segmentsRgb,
    ext_attr: ALIKE.ext_attr,
    motion: ALIKE.motion,
    motion_type: ALIKE.motion_type,
    sync_status: flag(light.drivenBySyncBox),
  };
}

const keptPowerOn = keptLast(wirePowerOn);

/** What all follows from the one colour that a lamp shows (G6). */
const wireColour = keptLast((asTold: LightColour) => {
  const colour = withinContract(asTold);
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
 * What follows from a value, kept for the last one. To tell what changed in a light it is presented as it was and as it
 * is, and mostly it has the same colour in both.
 */
function keptLast<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
  let last: { readonly value: Value; readonly made: Made } | undefined;
  return (value) => {
    if (last?.value !== value) last = { value, made: make(value) };
    return last.made;
  };
}

const withinContract = (colour: LightColour): LightColour =>
  colour.mode === "white" ? { mode: "white", kelvin: kelvin(colour.kelvin) } : colour;

const abilityMask = (abilities: readonly Ability[]): number =>
  abilities.reduce((mask, ability) => mask | ABILITY_WEIGHTS[ability], 0);
