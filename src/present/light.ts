import { ABILITY_WEIGHTS, type WireLight } from "../contract/light.ts";
import { kelvinFromXy } from "../home/colour.ts";
import type { Ability, Light } from "../home/light.ts";
import { type LightColour, pointOf } from "../home/light-colour.ts";
import { brightness, chartPoint, flag, kelvin, rgbFromChart } from "./numbers.ts";
import { wirePowerOn } from "./power-on.ts";

const COLOUR_MODES = { hueSaturation: 0, xy: 1, white: 2, segments: 3 } as const satisfies Record<
  LightColour["mode"],
  WireLight["color_mode"]
>;

/** Spec §2.3. The colour fields all follow from the one colour that the lamp shows (G6). */
export function wireLight(light: Light): WireLight {
  const colour = withinContract(light.colour);
  const point = pointOf(colour);
  const shown = chartPoint(point);
  const segments = colour.mode === "segments" ? colour.points.map(chartPoint) : [];
  return {
    id: light.id,
    type: "light",
    name: light.name,
    on: flag(light.on),
    brightness: brightness(light.brightnessPercent),
    color_mode: COLOUR_MODES[colour.mode],
    color_cw: colour.mode === "white" ? colour.kelvin : kelvinFromXy(point),
    color_x: shown.x,
    color_y: shown.y,
    color_len: segments.length,
    color_arr: segments,
    pack: [],
    position_x: 0,
    position_y: 0,
    positions: "",
    power_on: wirePowerOn(light.powerOn),
    support_segment: flag(light.abilities.includes("segments")),
    support_dynamic: flag(light.abilities.includes("dynamicEffects")),
    ability: abilityMask(light.abilities),
    color_rgb: rgbFromChart(shown),
    color_rgb_arr: segments.map(rgbFromChart),
    ext_attr: { motion: 0 },
    motion: {},
    motion_type: [],
    sync_status: flag(light.drivenBySyncBox),
  };
}

const withinContract = (colour: LightColour): LightColour =>
  colour.mode === "white" ? { mode: "white", kelvin: kelvin(colour.kelvin) } : colour;

const abilityMask = (abilities: readonly Ability[]): number =>
  abilities.reduce((mask, ability) => mask | ABILITY_WEIGHTS[ability], 0);
