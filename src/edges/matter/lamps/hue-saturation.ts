import { rgbFromXy, type Xy } from "../../../core/home/model/colour.ts";

/** Hue and saturation of a point of the chart, at full value. */
export function hueSaturationFromXy(point: Xy): { readonly hueDegrees: number; readonly saturationPercent: number } {
  const rgb = rgbFromXy(point);
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span === 0 || most === 0) return { hueDegrees: 0, saturationPercent: 0 };
  return { hueDegrees: (sector(red, green, blue, span) * 60 + 360) % 360, saturationPercent: (100 * span) / most };
}

/** In which sixth of the circle a colour is. */
function sector(red: number, green: number, blue: number, span: number): number {
  if (red >= green && red >= blue) return (green - blue) / span;
  return green >= blue ? 2 + (blue - red) / span : 4 + (red - green) / span;
}
