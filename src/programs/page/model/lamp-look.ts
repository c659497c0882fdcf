import { hexFromRgb, rgbFromXy, xyFromKelvin } from "../../../core/home/model/colour.ts";
import type { WireLight } from "../../../libraries/client/types.ts";
import { counted } from "../../../shared/counted.ts";
import { dotted } from "./dotted.ts";
import { hueName } from "./hue.ts";
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

/** The colours side by side, as CSS paints them: hard edges, as segments have. */
export function paintOf(colours: readonly number[]): string {
  const [first = 0xffffff] = colours;
  if (colours.length <= 1) return hexFromRgb(first);
  const share = 100 / colours.length;
  const bands = colours.map((rgb, at) => `${hexFromRgb(rgb)} ${percent(at * share)} ${percent((at + 1) * share)}`);
  return `linear-gradient(90deg, ${bands.join(", ")})`;
}

const percent = (share: number): string => `${Math.round(share * 100) / 100}%`;

/** A lamp's state in words: "60% · 2700 K", "60% · blue", "off · unconfirmed" if the lamp has not confirmed that. */
export function stateWords(light: WireLight, { isUnsure = false } = {}): string {
  return dotted([...(light.on === 0 ? ["off"] : wordsOfLight(light)), ...(isUnsure ? ["unconfirmed"] : [])]);
}

/** Whether a sync box has the light of a lamp in its hands. */
export const isSynced = ({ on, sync_status }: Pick<WireLight, "on" | "sync_status">): boolean =>
  on === 1 && sync_status === 1;

export const SYNCED_WORDS = "controlled by a sync box";

/** What follows the name of a lamp that cannot be reached. */
export const OFFLINE_WORDS = "offline: it has no power or is out of range";

const wordsOfLight = (light: WireLight): readonly string[] => [
  isAbleTo(light, "brightness") ? `${light.brightness}%` : "on",
  ...colourWords(light),
];

function colourWords(light: WireLight): readonly string[] {
  if (light.color_mode === 3 && light.color_len > 1) return [counted(light.color_len, "colour")];
  if (light.color_mode === 2) return isAbleTo(light, "white") ? [`${light.color_cw} K`] : [];
  return isAbleTo(light, "colour") ? coloursOf(light).map(hueName) : [];
}

/** The values of what a lamp shows, as they can be typed: "40% · 2700K", "40% · #ff8800 · xy 0.5563 0.4075". */
export function exactWords(light: WireLight): string {
  const brightness = isAbleTo(light, "brightness") ? [`${light.brightness}%`] : [light.on === 1 ? "on" : "off"];
  return [...brightness, ...exactColours(light)].join(" · ");
}

function exactColours(light: WireLight): readonly string[] {
  if (light.color_mode === 2) return isAbleTo(light, "white") ? [`${light.color_cw}K`] : [];
  if (!isAbleTo(light, "colour")) return [];
  const colours = coloursOf(light).map(hexFromRgb);
  const coordinate = (fraction: number) => (fraction / CHART).toFixed(4);
  const point = `xy ${coordinate(light.color_x)} ${coordinate(light.color_y)}`;
  return colours.length > 1 ? [colours.join(" ")] : [...colours, point];
}
