import { ABILITY_WEIGHTS } from "../../../core/contract/light.ts";
import { hexFromRgb } from "../../../core/home/model/colour.ts";
import { rgbFromChart } from "../../../core/present/wire/numbers.ts";
import { describeLight } from "../../../edges/control/views/light-view.ts";
import type { WireLight } from "../../../libraries/client/index.ts";
import { withSquares } from "../terminal/paint.ts";
import type { Cell } from "../terminal/table.ts";

/** What a light shows, in words behind its colours: "on 60% #ff8800", and nothing that it is not able to. */
export function lightCell(light: WireLight): Cell {
  const colours = coloursOf(light);
  const words = describeLight({
    on: light.on === 1,
    brightnessPercent: can(light, "brightness") ? light.brightness : null,
    colours,
  });
  return light.on === 0 ? words : withSquares(words, colours);
}

/** Each of a segment's, the one colour, or the white: gateways fill in the others as well, whatever the lamp is. */
function coloursOf(light: WireLight): string[] {
  if (light.color_mode === 2) return can(light, "colourTemperature") ? [`${light.color_cw} K`] : [];
  if (light.color_mode === 3) return can(light, "segments") ? segmentsOf(light).map(hexFromRgb) : [];
  return can(light, "colour")
    ? [hexFromRgb(light.color_rgb ?? rgbFromChart({ x: light.color_x, y: light.color_y }))]
    : [];
}

const segmentsOf = ({ color_rgb_arr, color_arr }: WireLight): readonly number[] =>
  color_rgb_arr ?? color_arr.map(rgbFromChart);

const can = ({ ability }: WireLight, what: keyof typeof ABILITY_WEIGHTS): boolean =>
  (ability & ABILITY_WEIGHTS[what]) !== 0;
