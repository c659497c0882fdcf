import type { WireDevice, WireLight } from "../../client/types.ts";
import { rgbFromXy, xyFromKelvin } from "../../home/model/colour.ts";
import { counted } from "../../shared/counted.ts";
import { CHART } from "./light-commands.ts";

/** Of the weights in the interface's `ability`. */
const ABILITIES = { brightness: 2, white: 4, colour: 8, segments: 16 } as const;

export const isAbleTo = ({ ability }: Pick<WireLight, "ability">, what: keyof typeof ABILITIES): boolean =>
  (ability & ABILITIES[what]) !== 0;

/** What white lamps without a choice look like. */
const PLAIN_WHITE_KELVIN = 3000;

/** The colours that a lamp shows, at full brightness: one, unless it has segments. */
export function coloursOf(light: WireLight): readonly number[] {
  const segments = light.color_rgb_arr ?? light.color_arr.map(({ x, y }) => rgbFromXy({ x: x / CHART, y: y / CHART }));
  if (light.color_mode === 3 && segments.length > 0) return segments;
  if (light.color_mode === 2 || !isAbleTo(light, "colour")) return [whiteLook(kelvinOf(light))];
  return [light.color_rgb ?? rgbFromXy({ x: light.color_x / CHART, y: light.color_y / CHART })];
}

const kelvinOf = (light: WireLight): number => (isAbleTo(light, "white") ? light.color_cw : PLAIN_WHITE_KELVIN);

/** How far a white is shown towards pure white: eyes get used to a lamp, and see it paler than a screen would show it. */
const ADAPTATION = 0.4;

/** A white of so many kelvin, as somebody sees it who is in its light. */
export function whiteLook(kelvin: number): number {
  const rgb = rgbFromXy(xyFromKelvin(kelvin));
  const adapted = (shift: number) => Math.round(((rgb >> shift) & 0xff) * (1 - ADAPTATION) + 0xff * ADAPTATION);
  return adapted(16) * 0x10000 + adapted(8) * 0x100 + adapted(0);
}

export const hexOf = (rgb: number): string => `#${rgb.toString(16).padStart(6, "0")}`;

/** The colours side by side, as CSS paints them: hard edges, as segments have. */
export function paintOf(colours: readonly number[]): string {
  const [first = 0xffffff] = colours;
  if (colours.length <= 1) return hexOf(first);
  const share = 100 / colours.length;
  const bands = colours.map((rgb, at) => `${hexOf(rgb)} ${percent(at * share)} ${percent((at + 1) * share)}`);
  return `linear-gradient(90deg, ${bands.join(", ")})`;
}

const percent = (share: number): string => `${Math.round(share * 100) / 100}%`;

/** Whether a lamp is known to be as it is shown. The wire does not tell yet what was not confirmed. */
export type Certainty = "sure" | "unsure" | "offline";

export const certaintyOf = (device: Pick<WireDevice, "online"> | undefined): Certainty =>
  device?.online === 0 ? "offline" : "sure";

/** A lamp's state in words: "60 %, 2700 K", "off", "offline". */
export function stateWords(light: WireLight, certainty: Certainty): string {
  if (certainty === "offline") return "offline";
  if (light.on === 0) return certainty === "unsure" ? "off, unsure" : "off";
  const words = [
    isAbleTo(light, "brightness") ? `${light.brightness} %` : "on",
    ...colourWords(light),
    ...(light.sync_status === 1 ? ["sync"] : []),
    ...(certainty === "unsure" ? ["unsure"] : []),
  ];
  return words.join(" · ");
}

function colourWords(light: WireLight): readonly string[] {
  if (light.color_mode === 3 && light.color_len > 1) return [counted(light.color_len, "colour")];
  if (light.color_mode === 2 && isAbleTo(light, "white")) return [`${light.color_cw} K`];
  return [];
}
