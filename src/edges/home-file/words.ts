import { rgbFromXy, xyFromRgb } from "../../core/home/model/colour.ts";
import type { PowerOn } from "../../core/home/model/light.ts";
import { type LightColour, pointOf } from "../../core/home/model/light-colour.ts";
import { colourNamed } from "./colour-names.ts";
import type { ColourWords, PowerOnWords } from "./schema.ts";

/** Written with a space before the sign or without, or without the sign, it is the same share. */
export const percentFrom = (words: number | string): number =>
  typeof words === "number" ? words : Number.parseFloat(words);

/** A colour in a person's words. */
export function colourFrom(words: ColourWords): LightColour {
  if (typeof words === "string") {
    const rgb = rgbFromHex(words);
    return rgb === undefined
      ? { mode: "white", kelvin: Number.parseInt(colourNamed(words) ?? words, 10) }
      : { mode: "xy", point: xyFromRgb(rgb) };
  }
  if ("x" in words) return { mode: "xy", point: words };
  return { mode: "hueSaturation", hueDegrees: words.hue, saturationPercent: words.saturation };
}

/** A colour as 0xRRGGBB. */
export const rgbFrom = (words: ColourWords): number =>
  (typeof words === "string" ? rgbFromHex(words) : undefined) ?? rgbFromXy(pointOf(colourFrom(words)));

/** What a lamp does when its power returns. */
export function powerOnFrom(words: PowerOnWords | undefined): PowerOn {
  if (typeof words !== "object") {
    const part = words === "memory" ? "memory" : "default";
    return { mode: words ?? "default", on: part, brightness: part, colour: part };
  }
  return {
    mode: "custom",
    on: words.on === undefined ? "default" : { custom: words.on },
    brightness: words.brightness === undefined ? "default" : { customPercent: percentFrom(words.brightness) },
    colour: words.colour === undefined ? "default" : customColour(colourFrom(words.colour)),
  };
}

const customColour = (colour: LightColour): PowerOn["colour"] =>
  colour.mode === "white" ? { customKelvin: colour.kelvin } : { customPoint: pointOf(colour) };

function rgbFromHex(words: string): number | undefined {
  const value = colourNamed(words) ?? words;
  return value.startsWith("#") ? Number.parseInt(value.slice(1), 16) : undefined;
}
