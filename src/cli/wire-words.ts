import type { WireLight } from "../client/index.ts";
import { withSquares } from "./paint.ts";
import type { Cell } from "./table.ts";

/** What a light shows, in words behind its colour. */
export function lightWords(light: WireLight): Cell {
  if (light.on === 0) return "off";
  const colours = light.color_mode === 3 ? (light.color_rgb_arr ?? []) : [light.color_rgb ?? 0];
  const words = light.color_mode === 2 ? `on ${light.brightness} % ${light.color_cw} K` : `on ${light.brightness} %`;
  return withSquares(words, colours.map(hexadecimal));
}

const hexadecimal = (rgb: number): string => `#${(rgb & 0xffffff).toString(16).padStart(6, "0")}`;
