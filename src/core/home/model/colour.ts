/** A point on the CIE 1931 chart, each coordinate from 0 to 1. */
export interface Xy {
  readonly x: number;
  readonly y: number;
}

/** The D65 white of sRGB. */
const WHITE: Xy = { x: 0.3127, y: 0.329 };

/** The corners of the sRGB gamut. */
const RED: Xy = { x: 0.64, y: 0.33 };
const GREEN: Xy = { x: 0.3, y: 0.6 };
const BLUE: Xy = { x: 0.15, y: 0.06 };

/** Where a colour 0xRRGGBB is on the chart; black, which has no place there, counts as white. */
export function xyFromRgb(rgb: number): Xy {
  const red = linearFromByte((rgb >> 16) & 0xff);
  const green = linearFromByte((rgb >> 8) & 0xff);
  const blue = linearFromByte(rgb & 0xff);
  const X = 0.4123907993 * red + 0.3575843394 * green + 0.1804807884 * blue;
  const Y = 0.2126390059 * red + 0.7151686788 * green + 0.0721923154 * blue;
  const Z = 0.0193308187 * red + 0.1191947798 * green + 0.9505321522 * blue;
  const sum = X + Y + Z;
  return sum === 0 ? WHITE : { x: X / sum, y: Y / sum };
}

/** The brightest 0xRRGGBB at a point of the chart; a point outside the gamut gives the nearest colour inside. */
export function rgbFromXy(point: Xy): number {
  const { x, y } = nearestInGamut(point);
  const X = x / y;
  const Z = (1 - x - y) / y;
  const red = Math.max(0, 3.2409699419 * X - 1.5373831776 - 0.4986107603 * Z);
  const green = Math.max(0, -0.9692436363 * X + 1.8759675015 + 0.0415550574 * Z);
  const blue = Math.max(0, 0.0556300797 * X - 0.2039769589 + 1.0569715142 * Z);
  const brightest = Math.max(red, green, blue);
  const byte = (channel: number) => byteFromLinear(channel / brightest);
  return byte(red) * 0x10000 + byte(green) * 0x100 + byte(blue);
}

/** 0xRRGGBB of a hue and saturation at full value. */
export function rgbFromHueSaturation(hueDegrees: number, saturationPercent: number): number {
  const saturation = saturationPercent / 100;
  const channel = (offset: number) => {
    const sector = (offset + hueDegrees / 60) % 6;
    return Math.round(255 * (1 - saturation * Math.max(0, Math.min(sector, 4 - sector, 1))));
  };
  return channel(5) * 0x10000 + channel(3) * 0x100 + channel(1);
}

/** The colour of a black body (Kim et al. 2002); beyond 1667 K and 25000 K, where that ends, it stays the same. */
export function xyFromKelvin(temperature: number): Xy {
  const kelvin = Math.min(25_000, Math.max(1667, temperature));
  const x = blackBodyX(kelvin);
  return { x, y: blackBodyY(kelvin, x) };
}

function blackBodyX(kelvin: number): number {
  const t = 1000 / kelvin;
  return kelvin <= 4000
    ? ((-0.2661239 * t - 0.234358) * t + 0.8776956) * t + 0.17991
    : ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.24039;
}

function blackBodyY(kelvin: number, x: number): number {
  if (kelvin <= 2222) return ((-1.1063814 * x - 1.3481102) * x + 2.18555832) * x - 0.20219683;
  if (kelvin <= 4000) return ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867;
  return ((3.081758 * x - 5.8733867) * x + 3.75112997) * x - 0.37001483;
}

/** The temperature from `coolest` down to `warmest` whose white comes nearest to a point. */
export function kelvinFromXy(point: Xy, warmest = 2000, coolest = 6500): number {
  let low = 1e6 / coolest;
  let high = 1e6 / warmest;
  while (high - low > 0.001) {
    const third = (high - low) / 3;
    if (fromWhite(point, low + third) < fromWhite(point, high - third)) high -= third;
    else low += third;
  }
  return Math.round(1e6 / ((low + high) / 2));
}

/**
 * How far a point is from the white of a temperature: in CIE 1960, in which distances from the black-body line are
 * judged. Without objects, as it is called some sixty times for each light that is shown.
 */
function fromWhite({ x, y }: Xy, mired: number): number {
  const kelvin = 1e6 / mired;
  const whiteX = blackBodyX(kelvin);
  const whiteY = blackBodyY(kelvin, whiteX);
  const scale = 12 * y - 2 * x + 3;
  const whiteScale = 12 * whiteY - 2 * whiteX + 3;
  return ((4 * whiteX) / whiteScale - (4 * x) / scale) ** 2 + ((6 * whiteY) / whiteScale - (6 * y) / scale) ** 2;
}

const EDGES: readonly (readonly [Xy, Xy])[] = [
  [RED, GREEN],
  [GREEN, BLUE],
  [BLUE, RED],
];

function nearestInGamut(point: Xy): Xy {
  if (EDGES.every(([from, to]) => isLeftOf(point, from, to))) return point;
  const candidates = EDGES.map(([from, to]) => nearestOnEdge(point, from, to));
  return candidates.reduce((best, next) => (distanceOf(next, point) < distanceOf(best, point) ? next : best));
}

const isLeftOf = (point: Xy, from: Xy, to: Xy): boolean =>
  (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0;

const distanceOf = (one: Xy, other: Xy): number => Math.hypot(one.x - other.x, one.y - other.y);

function nearestOnEdge(point: Xy, from: Xy, to: Xy): Xy {
  const along = { x: to.x - from.x, y: to.y - from.y };
  const share = ((point.x - from.x) * along.x + (point.y - from.y) * along.y) / (along.x ** 2 + along.y ** 2);
  const kept = Math.min(1, Math.max(0, share));
  return { x: from.x + kept * along.x, y: from.y + kept * along.y };
}

function linearFromByte(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function byteFromLinear(linear: number): number {
  const value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}

/** 0xRRGGBB as "#rrggbb". */
export const hexFromRgb = (rgb: number): string => `#${rgb.toString(16).padStart(6, "0")}`;
