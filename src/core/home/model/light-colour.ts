import {
  hexFromRgb,
  kelvinFromXy,
  rgbFromHueSaturation,
  rgbFromXy,
  type Xy,
  xyFromKelvin,
  xyFromRgb,
} from "./colour.ts";

/** The colour of a lamp, in the form in which it was set. */
export type LightColour =
  | { readonly mode: "white"; readonly kelvin: number }
  | { readonly mode: "xy"; readonly point: Xy }
  | { readonly mode: "hueSaturation"; readonly hueDegrees: number; readonly saturationPercent: number }
  | { readonly mode: "segments"; readonly points: readonly [Xy, ...Xy[]] };

/** Where a lamp's colour is on the chart; a segmented lamp's first segment speaks for it. */
export function pointOf(colour: LightColour): Xy {
  switch (colour.mode) {
    case "white":
      return xyFromKelvin(colour.kelvin);
    case "xy":
      return colour.point;
    case "hueSaturation":
      return xyFromRgb(rgbFromHueSaturation(colour.hueDegrees, colour.saturationPercent));
    case "segments":
      return colour.points[0];
  }
}

/** Every point that a lamp shows: one, unless it has segments. */
export const pointsOf = (colour: LightColour): readonly Xy[] =>
  colour.mode === "segments" ? colour.points : [pointOf(colour)];

/** A colour in the words in which it is set: "2700K", or "#ff8800", one for each segment. */
export const colourWords = (colour: LightColour): string[] =>
  colour.mode === "white"
    ? [`${Math.round(colour.kelvin)}K`]
    : pointsOf(colour).map((point) => hexFromRgb(rgbFromXy(point)));

/** The white that comes nearest to a point. */
export const whiteNear = (point: Xy): LightColour => ({ mode: "white", kelvin: kelvinFromXy(point) });
