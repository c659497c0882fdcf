import { attributesInMode, COLOUR_MODES, type ColourAttributes } from "./colours.ts";

/** What a scene of Matter has of a colour. It has no hue, but the place of the colour on the chart. */
export interface SceneColour {
  readonly enhancedColorMode?: unknown;
  readonly colorTemperatureMireds?: unknown;
  readonly currentX?: unknown;
  readonly currentY?: unknown;
  readonly currentSaturation?: unknown;
}

/** The colour that a scene brings back; undefined where it has none. What it does not say stays as it is shown. */
export function colourOfScene(scene: SceneColour, shown: ColourAttributes): ColourAttributes | undefined {
  const { enhancedColorMode, colorTemperatureMireds, currentX, currentY, currentSaturation } = scene;
  const colour = {
    colorMode: COLOUR_MODES.xy,
    currentHue: shown.currentHue,
    currentSaturation: numberOr(shown.currentSaturation, currentSaturation),
    currentX: numberOr(shown.currentX, currentX),
    currentY: numberOr(shown.currentY, currentY),
    colorTemperatureMireds: numberOr(shown.colorTemperatureMireds, colorTemperatureMireds),
  };
  const hasPlace = typeof currentX === "number" && typeof currentY === "number";
  const { hueSaturation, xy, white } = COLOUR_MODES;
  switch (enhancedColorMode ?? (hasPlace ? xy : white)) {
    case white:
      return typeof colorTemperatureMireds === "number" ? { ...colour, colorMode: white } : undefined;
    case xy:
      return hasPlace ? colour : undefined;
    case hueSaturation:
      return { ...colour, colorMode: hueSaturation, ...(hasPlace ? hueOf(colour) : {}) };
    default:
      return undefined;
  }
}

function hueOf(colour: ColourAttributes): Partial<ColourAttributes> {
  const { currentHue = colour.currentHue } = attributesInMode(colour, COLOUR_MODES.hueSaturation);
  return { currentHue };
}

const numberOr = (other: number, value: unknown): number => (typeof value === "number" ? value : other);
