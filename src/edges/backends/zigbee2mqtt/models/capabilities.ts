import type { LightFeatures } from "../../../../core/home/model/light.ts";
import type { CategoryId } from "../../../../core/home/model/product.ts";

const ON_OFF_LIGHT: CategoryId = 20100;

/** A numeric property of a device's state, and its range. */
export interface Numeric {
  /** The key in a state report: "brightness", "brightness_l1". */
  readonly property: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** The coordinates in which a lamp takes a colour. */
export type ColourWay = "xy" | "hueSaturation";

/** One light of a device: which properties of the device's state belong to it, and their ranges. */
export interface Lamp extends LightFeatures {
  /** Null where the device has only one light. */
  readonly endpoint: string | null;
  readonly state: { readonly property: string; readonly on: StateValue; readonly off: StateValue };
  readonly brightness: Numeric | null;
  /** In mired. */
  readonly colourTemperature: Numeric | null;
  /** Colours are sent in the first way. */
  readonly colour: { readonly property: string; readonly ways: readonly [ColourWay, ...ColourWay[]] } | null;
  readonly colourMode: string;
  /** A list of colours, as long as there are segments at most. */
  readonly gradient: { readonly property: string } | null;
  /** What the lamp does when its power returns, with the lamp's own values for that. */
  readonly powerOn: { readonly property: string; readonly values: PowerOnValues } | null;
  /** The properties that `/get` can read. */
  readonly readable: readonly string[];
}

export type StateValue = string | number | boolean;

/** A lamp may support only some of them. */
export interface PowerOnValues {
  readonly on?: string;
  readonly off?: string;
  readonly memory?: string;
}

/** What a device is and can do, parsed from its `definition`. */
export interface Capabilities {
  readonly categoryId: CategoryId;
  readonly manufacturer: string;
  readonly model: string;
  /** Empty for a device that is no lamp. */
  readonly lamps: readonly Lamp[];
  /** The outputs of a plug or relay: lamps, if the operator says so. */
  readonly switches: readonly Lamp[];
  /** Its lamps take a time in which they become what a command asks. */
  readonly canFade: boolean;
}

/** A plug or relay that feeds lamps, as an on/off light for each output; a device that is a lamp anyway stays unchanged. */
export const asLamp = (capabilities: Capabilities): Capabilities =>
  capabilities.lamps.length > 0 || capabilities.switches.length === 0
    ? capabilities
    : { ...capabilities, categoryId: ON_OFF_LIGHT, lamps: capabilities.switches };
