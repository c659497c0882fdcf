import type { WireLight } from "../../client/index.ts";
import { ABILITY_WEIGHTS } from "../../contract/light.ts";
import { hexFrom } from "../../control/views/device-view.ts";
import { rgbFromXy } from "../../home/model/colour.ts";
import { withSquares } from "../terminal/paint.ts";
import type { Cell } from "../terminal/table.ts";

/** Coordinates are fractions of this (G5). */
const WHOLE_CHART = 65_535;

/** What a light shows, in words behind its colours: "on 60% #ff8800", and nothing that it is not able to. */
export function lightCell(light: WireLight): Cell {
  if (light.on === 0) return "off";
  const colours = coloursOf(light);
  const [first, ...more] = colours;
  const words = [
    "on",
    ...(can(light, "brightness") ? [`${light.brightness}%`] : []),
    ...(first === undefined ? [] : [first]),
    ...(more.length > 0 ? [`and ${more.length} more`] : []),
  ];
  return withSquares(words.join(" "), colours);
}

/** Each of a segment's, the one colour, or the white: gateways fill in the others as well, whatever the lamp is. */
function coloursOf(light: WireLight): readonly string[] {
  if (light.color_mode === 2) return can(light, "colourTemperature") ? [`${light.color_cw} K`] : [];
  if (light.color_mode === 3) return can(light, "segments") ? segmentsOf(light).map(hexFrom) : [];
  return can(light, "colour") ? [hexFrom(light.color_rgb ?? rgbAt({ x: light.color_x, y: light.color_y }))] : [];
}

const segmentsOf = ({ color_rgb_arr, color_arr }: WireLight): readonly number[] =>
  color_rgb_arr ?? color_arr.map(rgbAt);

const rgbAt = ({ x, y }: { readonly x: number; readonly y: number }): number =>
  rgbFromXy({ x: x / WHOLE_CHART, y: y / WHOLE_CHART });

const can = ({ ability }: WireLight, what: keyof typeof ABILITY_WEIGHTS): boolean =>
  (ability & ABILITY_WEIGHTS[what]) !== 0;
