import { kelvinFromXy, type Xy, xyFromKelvin } from "../../../core/home/model/colour.ts";
import type { WhiteRange } from "../../../core/home/model/light.ts";
import { pointOf } from "../../../core/home/model/light-colour.ts";
import { hueSaturationFromXy } from "./hue-saturation.ts";
import type { MatterColour, MatterLamp, MiredRange } from "./matter-lamp.ts";

/** The whites of our lamps in mired: 6500 K to 2000 K. */
export const COOLEST_MIRED = 154;
export const WARMEST_MIRED = 500;

/** The range of a lamp's whites, within those of the home; all of these where it is not known. */
export function miredRange(whites: WhiteRange | undefined): MiredRange {
  const all = { coolestMired: COOLEST_MIRED, warmestMired: WARMEST_MIRED };
  if (!whites) return all;
  const [coolestMired, warmestMired] = [whites.coolestKelvin, whites.warmestKelvin].map((kelvin) =>
    miredFromKelvin(kelvin, all),
  ) as [number, number];
  return coolestMired < warmestMired ? { coolestMired, warmestMired } : all;
}

/** The coordinates and degrees of Matter. */
const CHART = 65_536;
const MOST_COORDINATE = 0xfeff;
const CIRCLE = 254;

/** Which attributes say what a lamp shows. */
export const COLOUR_MODES = { hueSaturation: 0, xy: 1, white: 2 } as const;

/** The attributes of Matter's colour cluster. */
export interface ColourAttributes {
  readonly colorMode: number;
  readonly currentHue: number;
  readonly currentSaturation: number;
  readonly currentX: number;
  readonly currentY: number;
  readonly colorTemperatureMireds: number;
  /** The range of the lamp's whites. */
  readonly colorTempPhysicalMinMireds?: number;
  readonly colorTempPhysicalMaxMireds?: number;
}

type Whites = Pick<MatterLamp, "hasWhites">;

/** What attributes ask of a lamp; one that has no whites shows their colour. */
export function colourFromAttributes(given: ColourAttributes, { hasWhites }: Whites): MatterColour {
  switch (given.colorMode) {
    case COLOUR_MODES.white: {
      const kelvin = Math.round(1e6 / within(given.colorTemperatureMireds, COOLEST_MIRED, WARMEST_MIRED));
      return hasWhites ? { mode: "white", kelvin } : { mode: "xy", point: xyFromKelvin(kelvin) };
    }
    case COLOUR_MODES.hueSaturation:
      return {
        mode: "hueSaturation",
        hueDegrees: (given.currentHue * 360) / CIRCLE,
        saturationPercent: (given.currentSaturation * 100) / CIRCLE,
      };
    default:
      return { mode: "xy", point: { x: given.currentX / CHART, y: given.currentY / CHART } };
  }
}

/** The attributes for a colour. Those of hue, saturation and the chart follow each other, as controllers read either. */
export function attributesFromColour(colour: MatterColour, whites = miredRange(undefined)): Partial<ColourAttributes> {
  const colorMode = COLOUR_MODES[colour.mode];
  if (colour.mode === "white") {
    return { colorMode, colorTemperatureMireds: miredFromKelvin(colour.kelvin, whites) };
  }
  const point = pointOf(colour);
  const { hueDegrees, saturationPercent } = colour.mode === "hueSaturation" ? colour : hueSaturationFromXy(point);
  return {
    colorMode,
    ...chartAttributes(point),
    currentHue: within(Math.round((hueDegrees * CIRCLE) / 360), 0, CIRCLE),
    currentSaturation: within(Math.round((saturationPercent * CIRCLE) / 100), 0, CIRCLE),
  };
}

/** The attributes of another mode for the colour that is shown: a command may set only some of them. */
export function attributesInMode(shown: ColourAttributes, mode: number): Partial<ColourAttributes> {
  const point = pointOf(colourFromAttributes(shown, { hasWhites: true }));
  if (mode === COLOUR_MODES.white) {
    const { colorTempPhysicalMinMireds: coolestMired = COOLEST_MIRED } = shown;
    const { colorTempPhysicalMaxMireds: warmestMired = WARMEST_MIRED } = shown;
    return { colorTemperatureMireds: miredFromKelvin(kelvinFromXy(point), { coolestMired, warmestMired }) };
  }
  const {
    currentHue = 0,
    currentSaturation = 0,
    currentX = 0,
    currentY = 0,
  } = attributesFromColour({ mode: "xy", point });
  return mode === COLOUR_MODES.xy ? { currentX, currentY } : { currentHue, currentSaturation };
}

/** What the attributes of the other colour mode are for the colour that is shown, as controllers read either. */
export function attributesBeside(shown: ColourAttributes): Partial<ColourAttributes> {
  const { hueSaturation, xy, white } = COLOUR_MODES;
  if (shown.colorMode === white) return {};
  return attributesInMode(shown, shown.colorMode === xy ? hueSaturation : xy);
}

/** Whether attributes show a colour already: then they stay as a controller set them. */
export const isShown = (colour: MatterColour, shown: ColourAttributes, lamp: Whites): boolean =>
  isSameColour(colour, colourFromAttributes(shown, lamp));

function isSameColour(one: MatterColour, other: MatterColour): boolean {
  if (one.mode === "white" || other.mode === "white") {
    return one.mode === other.mode && "kelvin" in one && "kelvin" in other && one.kelvin === other.kelvin;
  }
  if (one.mode === "hueSaturation" && other.mode === "hueSaturation") {
    return one.hueDegrees === other.hueDegrees && one.saturationPercent === other.saturationPercent;
  }
  return one.mode === "xy" && other.mode === "xy" && one.point.x === other.point.x && one.point.y === other.point.y;
}

const miredFromKelvin = (kelvin: number, { coolestMired, warmestMired }: MiredRange): number =>
  within(Math.round(1e6 / kelvin), coolestMired, warmestMired);

const chartAttributes = ({ x, y }: Xy) => ({
  currentX: within(Math.round(x * CHART), 0, MOST_COORDINATE),
  currentY: within(Math.round(y * CHART), 0, MOST_COORDINATE),
});

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
