import { type ProductSheet, productNamed } from "../../core/home/model/catalogue.ts";
import type { Ability } from "../../core/home/model/light.ts";
import { topCategoryOf } from "../../core/home/model/product.ts";
import { counted } from "../../shared/counted.ts";
import type { Placed } from "./entries.ts";
import type { ColourWords, DeviceEntry } from "./schema.ts";
import type { Violation } from "./schema-violations.ts";
import { colourFrom } from "./words.ts";

/** The settings of a device that depend on its product. */
type StateKey = Exclude<keyof DeviceEntry, "name" | "product" | "serial" | "admitted" | "online" | "update">;

const isSyncBox = ({ categoryId }: ProductSheet): boolean => topCategoryOf(categoryId) === 3;
const isLamp = ({ abilities }: ProductSheet): boolean => abilities.length > 0;
const canAny = ({ abilities }: ProductSheet, ...needed: readonly Ability[]): boolean =>
  needed.some((ability) => abilities.includes(ability));

/** Which products have a setting. */
const IS_USABLE: Readonly<Record<StateKey, (sheet: ProductSheet) => boolean>> = {
  on: (sheet) => isLamp(sheet) || isSyncBox(sheet),
  brightness: (sheet) => canAny(sheet, "brightness") || isSyncBox(sheet),
  source: isSyncBox,
  mode: isSyncBox,
  intensity: isSyncBox,
  when_stopped: isSyncBox,
  configuration: isSyncBox,
  area: isSyncBox,
  colour: (sheet) => canAny(sheet, "colour", "colourTemperature"),
  segments: (sheet) => canAny(sheet, "segments"),
  power_on: isLamp,
};
const STATE_KEYS = Object.keys(IS_USABLE) as readonly StateKey[];

/** Settings that a device of its product does not have. */
export function unfitForProduct({ path, entry }: Placed<Partial<DeviceEntry>>): readonly Violation[] {
  const sheet = entry.product === undefined ? undefined : productNamed(entry.product);
  if (!sheet) return [];
  const usable = STATE_KEYS.filter((key) => IS_USABLE[key](sheet));
  const unusable = STATE_KEYS.filter((key) => entry[key] !== undefined && !usable.includes(key));
  const taken = usable.length === 0 ? "it has no settings" : `it supports ${usable.join(", ")}`;
  return [
    ...unusable.map((key) => ({
      path: [...path, key],
      atKey: true,
      message: `${key}: not supported by the product "${entry.product}"; ${taken}`,
    })),
    ...(unusable.includes("colour") ? [] : unfitColour({ path, entry }, sheet.abilities)),
    ...unfitPowerOn({ path, entry }, sheet.abilities),
    ...tooManySegments({ path, entry }, sheet),
  ];
}

function tooManySegments(
  { path, entry }: Placed<Partial<DeviceEntry>>,
  { segments }: ProductSheet,
): readonly Violation[] {
  if (segments === 0 || entry.segments === undefined || entry.segments.length <= segments) return [];
  const message = `segments: the product "${entry.product}" has only ${counted(segments, "segment")}; expected at most ${counted(segments, "colour")}`;
  return [{ path: [...path, "segments"], atKey: false, message }];
}

function unfitColour(
  { path, entry }: Placed<Partial<DeviceEntry>>,
  abilities: readonly Ability[],
): readonly Violation[] {
  if (entry.colour === undefined) return [];
  const at = { path: [...path, "colour"], atKey: false };
  if (entry.segments !== undefined) return [{ ...at, message: "colour: expected either colour or segments, not both" }];
  const expected = expectedColour(entry.colour, abilities);
  return expected === undefined
    ? []
    : [{ ...at, message: `colour: expected ${expected} for the product "${entry.product}"` }];
}

function unfitPowerOn(
  { path, entry }: Placed<Partial<DeviceEntry>>,
  abilities: readonly Ability[],
): readonly Violation[] {
  if (typeof entry.power_on !== "object" || entry.power_on.colour === undefined) return [];
  const expected = expectedColour(entry.power_on.colour, abilities);
  if (expected === undefined) return [];
  const message = `power_on: expected ${expected} for the product "${entry.product}"`;
  return [{ path: [...path, "power_on", "colour"], atKey: false, message }];
}

/** What a lamp could show instead of a colour that it cannot. */
export function expectedColour(words: ColourWords, abilities: readonly Ability[]): string | undefined {
  const isWhite = colourFrom(words).mode === "white";
  if (abilities.includes(isWhite ? "colourTemperature" : "colour")) return undefined;
  if (abilities.includes("colourTemperature")) return "a colour temperature such as 2700K (not a colour)";
  return abilities.includes("colour") ? 'a colour such as "#ff8800" (not a colour temperature)' : "no colour";
}
