import { rgbFromHueSaturation } from "../../../core/home/model/colour.ts";

/** A colour as a disc has it: an angle, and how far from the white in the middle. */
export interface HueSaturation {
  readonly hueDegrees: number;
  readonly saturationPercent: number;
}

export function hueSaturationOf(rgb: number): HueSaturation {
  const [red, green, blue] = [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return { hueDegrees: 0, saturationPercent: 0 };
  const sector =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return { hueDegrees: (sector * 60 + 360) % 360, saturationPercent: (spread / most) * 100 };
}

export const rgbOfHue = ({ hueDegrees, saturationPercent }: HueSaturation): number =>
  rgbFromHueSaturation(hueDegrees, saturationPercent);

/** Names of hues, each with the degrees where the next one begins. */
const HUE_NAMES = [
  ["red", 14],
  ["orange", 45],
  ["yellow", 68],
  ["green", 155],
  ["turquoise", 195],
  ["blue", 255],
  ["violet", 285],
  ["purple", 315],
  ["pink", 345],
] as const;
/** Below this, a colour is no more than a tinge. */
const TINGE_PERCENT = 15;
/** Below this, people call a red pink. */
const PALE_PERCENT = 50;

/** What a person would call a colour. */
export function hueName(rgb: number): string {
  const { hueDegrees, saturationPercent } = hueSaturationOf(rgb);
  if (saturationPercent < TINGE_PERCENT) return "white";
  const name = HUE_NAMES.find(([, end]) => hueDegrees < end)?.[0] ?? "red";
  return name === "red" && saturationPercent < PALE_PERCENT ? "pink" : name;
}

/** Lamps and gateways round colours: what comes back may differ by so many steps in each channel. */
const ROUNDING_STEPS = 4;

export const isSameColour = (one: number, other: number): boolean =>
  [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 0xff) - ((other >> shift) & 0xff)) <= ROUNDING_STEPS);

/** The place of a colour on a disc of radius 1, with x to the right and y down; 0 degrees is at the top. */
export function discPlaceOf({ hueDegrees, saturationPercent }: HueSaturation): {
  readonly x: number;
  readonly y: number;
} {
  const angle = ((hueDegrees - 90) * Math.PI) / 180;
  const radius = saturationPercent / 100;
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius };
}

/** The colour at a place of that disc; beyond its edge, the nearest one. */
export function colourAtDisc(x: number, y: number): HueSaturation {
  const hueDegrees = ((Math.atan2(y, x) * 180) / Math.PI + 450) % 360;
  return { hueDegrees, saturationPercent: Math.min(1, Math.hypot(x, y)) * 100 };
}
