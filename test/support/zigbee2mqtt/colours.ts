/** A colour in a command: by x and y, by hue and saturation, as hexadecimal or as red, green and blue. */
export type AskedColour = Readonly<Record<string, unknown>>;

type Rgb = readonly [red: number, green: number, blue: number];

/** Undefined for what Zigbee2MQTT would refuse. */
export function asXy(colour: AskedColour): { readonly x: number; readonly y: number } | undefined {
  const { x, y } = colour;
  if (typeof x === "number" && typeof y === "number") return { x: toFourDecimals(x), y: toFourDecimals(y) };
  const rgb = asRgb(colour);
  if (!rgb) return undefined;
  const [red, green, blue] = rgb.map(toLinear) as unknown as Rgb;
  const X = red * 0.4124 + green * 0.3576 + blue * 0.1805;
  const Y = red * 0.2126 + green * 0.7152 + blue * 0.0722;
  const Z = red * 0.0193 + green * 0.1192 + blue * 0.9505;
  const sum = X + Y + Z || 1;
  return { x: toFourDecimals(X / sum), y: toFourDecimals(Y / sum) };
}

export function asHueSaturation({ hue, h, saturation, s }: AskedColour) {
  const [askedHue, askedSaturation] = [hue ?? h, saturation ?? s];
  if (typeof askedHue !== "number" || typeof askedSaturation !== "number") return undefined;
  return { hue: askedHue, saturation: askedSaturation };
}

function asRgb(colour: AskedColour): Rgb | undefined {
  const { r, g, b, hex } = colour;
  if (typeof r === "number" && typeof g === "number" && typeof b === "number") return [r / 255, g / 255, b / 255];
  if (typeof hex === "string") {
    const number = Number.parseInt(hex.replace("#", ""), 16);
    return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
  }
  const hs = asHueSaturation(colour);
  return hs && rgbFrom(hs.hue, hs.saturation / 100);
}

/** At full value. */
function rgbFrom(hue: number, saturation: number): Rgb {
  const part = (shift: number) => {
    const place = (shift + hue / 60) % 6;
    return 1 - saturation * Math.max(0, Math.min(place, 4 - place, 1));
  };
  return [part(5), part(3), part(1)];
}

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

const toFourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000;
