/** A colour by its hue and how much of it there is. */
export interface HueSaturation {
  readonly hueDegrees: number;
  readonly saturationPercent: number;
}

/** Hue and saturation of 0xRRGGBB, in whole numbers; a grey has no hue and counts as red. */
export function hueSaturationFromRgb(rgb: number): HueSaturation {
  const [red, green, blue] = [(rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff];
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return { hueDegrees: 0, saturationPercent: 0 };
  const sector = sectorOf({ red, green, blue, most, spread });
  return { hueDegrees: Math.round(60 * sector + 360) % 360, saturationPercent: Math.round((100 * spread) / most) };
}

interface Channels {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly most: number;
  readonly spread: number;
}

/** Which sixth of the circle the strongest channel leads to, and how far into it. */
function sectorOf({ red, green, blue, most, spread }: Channels): number {
  if (most === red) return (green - blue) / spread;
  return most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
}
