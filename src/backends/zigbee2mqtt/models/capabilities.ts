import type { Ability } from "../../../home/light.ts";
import type { CategoryId } from "../../../home/product.ts";

const ON_OFF_LIGHT: CategoryId = 20100;

/** A number in a device's state, and from where to where it goes. */
export interface Numeric {
  /** Its name in a state: "brightness", "brightness_l1". */
  readonly property: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** What a lamp is told a colour by. */
export type ColourWay = "xy" | "hueSaturation";

/** One light of a device: which parts of the device's state are its own, and in which ranges. */
export interface Lamp {
  /** Null where a device has but one. */
  readonly endpoint: string | null;
  readonly abilities: readonly Ability[];
  readonly state: { readonly property: string; readonly on: StateValue; readonly off: StateValue };
  readonly brightness: Numeric | null;
  /** In mired. */
  readonly colourTemperature: Numeric | null;
  /** The first way is the one that it is told colours by. */
  readonly colour: { readonly property: string; readonly ways: readonly [ColourWay, ...ColourWay[]] } | null;
  readonly colourMode: string;
  /** A list of colours, how many at most. */
  readonly gradient: { readonly property: string; readonly most: number } | null;
  /** What it does when its power returns, in its own words for that. */
  readonly powerOn: { readonly property: string; readonly words: PowerOnValues } | null;
  /** Those of its properties that can be asked for. */
  readonly askable: readonly string[];
}

export type StateValue = string | number | boolean;

/** A lamp may know but some of them. */
export interface PowerOnValues {
  readonly on?: string;
  readonly off?: string;
  readonly memory?: string;
}

/** What a device is, as its definition has it. */
export interface Capabilities {
  readonly categoryId: CategoryId;
  readonly manufacturer: string;
  readonly model: string;
  /** None for a device that is no lamp. */
  readonly lamps: readonly Lamp[];
  /** What it switches: lamps, if a person says so. */
  readonly switches: readonly Lamp[];
}

/** A plug or relay that feeds lamps, as an on/off light for each; a device that is a lamp anyway stays as it is. */
export const asLamp = (capabilities: Capabilities): Capabilities =>
  capabilities.lamps.length > 0 || capabilities.switches.length === 0
    ? capabilities
    : { ...capabilities, categoryId: ON_OFF_LIGHT, lamps: capabilities.switches };
