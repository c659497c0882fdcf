import { rgbFromXy, xyFromKelvin, xyFromRgb } from "../../../core/home/model/colour.ts";
import type { WireLight, WireLightWish } from "../../../libraries/client/types.ts";

export type LightCommand = WireLightWish;

const COLOUR_FIELDS = ["color_cw", "color_rgb", "color_x", "color_y", "color_arr", "color_rgb_arr"] as const;

/** What two commands come to: fields of the later one win, and a lamp shows one colour only. */
export function mergedCommands(earlier: LightCommand, later: LightCommand): LightCommand {
  const isColoured = COLOUR_FIELDS.some((field) => field in later);
  const kept = Object.entries(earlier).filter(([field]) => !isColoured || !isColourField(field));
  return { ...Object.fromEntries(kept), ...later };
}

/** A brightness without a switch: it dims the lamps of a room that are on, and keeps their ratios. */
export const isDimming = ({ on, brightness }: LightCommand): boolean => on === undefined && brightness !== undefined;

/**
 * The same for a room. Undefined where one command switches its lamps and the other dims those that are on: together they
 * would make all lamps alike.
 */
export function mergedGroupCommands(earlier: LightCommand, later: LightCommand): LightCommand | undefined {
  const merged = mergedCommands(earlier, later);
  const dims = isDimming(later) || (isDimming(earlier) && later.brightness === undefined);
  return dims === isDimming(merged) ? merged : undefined;
}

const isColourField = (field: string): boolean => COLOUR_FIELDS.some((one) => one === field);

/** How a lamp looks once it obeys: what the page shows until the gateway says so. */
export function desiredFields(command: LightCommand): Partial<WireLight> {
  return {
    ...(command.on === undefined ? {} : { on: command.on ? 1 : 0 }),
    ...(command.brightness === undefined ? {} : { brightness: Math.max(1, command.brightness) }),
    ...desiredColour(command),
  };
}

function desiredColour({ color_cw, color_rgb, color_x, color_y, color_rgb_arr }: LightCommand): Partial<WireLight> {
  if (color_rgb_arr) return { color_mode: 3, color_rgb_arr, color_len: color_rgb_arr.length };
  if (color_rgb !== undefined) return { color_mode: 1, color_rgb, ...chartFields(xyFromRgb(color_rgb)) };
  if (color_x !== undefined && color_y !== undefined) {
    const rgb = rgbFromXy({ x: color_x / CHART, y: color_y / CHART });
    return { color_mode: 1, color_x, color_y, color_rgb: rgb };
  }
  if (color_cw === undefined) return {};
  const point = xyFromKelvin(color_cw);
  return { color_mode: 2, color_cw, color_rgb: rgbFromXy(point), ...chartFields(point) };
}

/** Coordinates on the wire are fractions of this. */
export const CHART = 65535;

const chartFields = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  color_x: Math.round(x * CHART),
  color_y: Math.round(y * CHART),
});
