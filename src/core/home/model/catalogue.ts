import type { LightFeatures } from "./light.ts";
import { type CategoryId, PRODUCTS } from "./product.ts";

/** What every device of a product has in common; one without a light has no abilities. */
export interface ProductSheet extends LightFeatures {
  readonly categoryId: CategoryId;
  readonly model: string;
}

const DIMMABLE = ["onOff", "brightness"] as const;
const WHITE = [...DIMMABLE, "colourTemperature"] as const;
const RGB = [...DIMMABLE, "colour"] as const;
const RGBCW = [...WHITE, "colour"] as const;
const SEGMENTED = ["segments", "settingLength", "dynamicEffects", "currentSetting"] as const;

/** Everything a home can be furnished with. The third digit of the category agrees with the abilities (G4). */
export const CATALOGUE: readonly ProductSheet[] = [
  { categoryId: 20101, model: "LX-S1", abilities: ["onOff"], segments: 0 },
  { categoryId: 20201, model: "LX-D1", abilities: DIMMABLE, segments: 0 },
  { categoryId: 20301, model: "LX-W1", abilities: WHITE, segments: 0 },
  { categoryId: 20302, model: "LX-W2", abilities: WHITE, segments: 0 },
  { categoryId: 20401, model: "LX-R1", abilities: [...RGB, "dynamicEffects"], segments: 0 },
  { categoryId: 20501, model: "LX-C1", abilities: RGBCW, segments: 0 },
  { categoryId: 20502, model: "LX-C2", abilities: RGBCW, segments: 0 },
  { categoryId: 20503, model: "LX-C3", abilities: [...RGBCW, ...SEGMENTED], segments: 10 },
  { categoryId: 20504, model: "LX-C4", abilities: [...RGBCW, ...SEGMENTED], segments: 5 },
  { categoryId: 30101, model: "LX-V1", abilities: [], segments: 0 },
  { categoryId: 40101, model: "LX-B1", abilities: [], segments: 0 },
];

/** A product as people call it: "bar lamp". */
export const productName = ({ categoryId }: ProductSheet): string => PRODUCTS[categoryId].toLowerCase();

export const PRODUCT_NAMES: readonly string[] = CATALOGUE.map(productName);

export const productNamed = (name: string): ProductSheet | undefined =>
  CATALOGUE.find((sheet) => productName(sheet) === name);
