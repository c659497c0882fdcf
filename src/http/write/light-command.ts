import type { WireLightCommand } from "../../contract/commands.ts";
import { lackingFor } from "../../home/model/ability.ts";
import { type Xy, xyFromRgb } from "../../home/model/colour.ts";
import type { Ability, Light, LightState } from "../../home/model/light.ts";
import type { LightColour } from "../../home/model/light-colour.ts";
import { counted } from "../../shared/counted.ts";
import { Refusal } from "../refusal.ts";
import { brightnessFromWire, kelvinFromWire, onFromWire, pointFromWire } from "./command-values.ts";

/** What each ability is called to a client. */
const ABILITY_WORDS: Partial<Record<Ability, string>> = {
  brightness: "brightness: this light cannot be dimmed",
  colourTemperature: "color_cw: this light has no whites",
  colour: "color_x, color_y, color_rgb: this light has no colours",
  segments: "color_arr, color_rgb_arr: this light has no segments",
};

/** What a wish comes to for the lights of a device. Each does what it can of it; what none of them can is refused (G52). */
export function lightWish(wish: WireLightCommand, lights: readonly Light[]): Partial<LightState> | Refusal {
  const colour = colourOf(wish);
  const state: Partial<LightState> = {
    ...(wish.on === undefined ? {} : { on: onFromWire(wish.on) }),
    ...(wish.brightness === undefined ? {} : { brightnessPercent: brightnessFromWire(wish.brightness) }),
    ...(colour ? { colour } : {}),
  };
  const lacking = lackingFor(state, lights);
  if (lacking) return refused(ABILITY_WORDS[lacking] ?? "this light cannot do that");
  const segmented = lights.filter(({ abilities }) => abilities.includes("segments"));
  const most = Math.min(...segmented.map(({ segments }) => segments));
  const isTooMany = colour?.mode === "segments" && colour.points.length > most;
  return isTooMany
    ? refused(`color_arr, color_rgb_arr: expected at most ${counted(most, "colour")}, one for each segment`)
    : state;
}

/** Segments win over a colour, a colour over white; points of the chart over RGB. */
function colourOf(wish: WireLightCommand): LightColour | undefined {
  const segments = wish.color_arr?.map(pointFromWire) ?? wish.color_rgb_arr?.map(xyFromRgb);
  const [first, ...others] = segments ?? [];
  if (first) return { mode: "segments", points: [first, ...others] };
  const point = pointOf(wish);
  if (point) return { mode: "xy", point };
  return wish.color_cw === undefined ? undefined : { mode: "white", kelvin: kelvinFromWire(wish.color_cw) };
}

function pointOf({ color_x: x, color_y: y, color_rgb: rgb }: WireLightCommand): Xy | undefined {
  if (x !== undefined && y !== undefined) return pointFromWire({ x, y });
  return rgb === undefined ? undefined : xyFromRgb(rgb);
}

const refused = (detail: string): Refusal => new Refusal("value-refused", { detail });
