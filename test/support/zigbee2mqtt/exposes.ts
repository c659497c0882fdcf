/** One expose of a device, as Zigbee2MQTT lists it. */
export interface Expose {
  readonly type: string;
  readonly name?: string;
  readonly label?: string;
  readonly property?: string;
  /** 1 published, 2 settable, 4 gettable, added up. */
  readonly access?: number;
  readonly endpoint?: string;
  readonly features?: readonly Expose[];
  readonly [more: string]: unknown;
}

/** In mired. */
interface MiredRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** The abilities of a lamp beyond on and off. */
export interface LightAbilities {
  readonly endpoint?: string;
  readonly isDimmable?: boolean;
  readonly colourTemperature?: MiredRange;
  readonly colour?: readonly ("xy" | "hs")[];
}

const ALL = 7;

/** Every property of an endpoint ends with the endpoint's name. */
const ofPart = (endpoint: string | undefined, property: string) =>
  endpoint === undefined ? { property } : { property: `${property}_${endpoint}`, endpoint };

export function lightExpose({ endpoint, isDimmable, colourTemperature, colour = [] }: LightAbilities): Expose {
  const features = [
    onOff(endpoint, "light"),
    ...(isDimmable ? [brightness(endpoint)] : []),
    ...(colourTemperature ? [colourTemp(endpoint, colourTemperature), startUpTemp(endpoint, colourTemperature)] : []),
    ...colour.map((space) => (space === "xy" ? colourXy(endpoint) : colourHs(endpoint))),
  ];
  return { type: "light", features, ...(endpoint === undefined ? {} : { endpoint }) };
}

export const switchExpose = (): Expose => ({ type: "switch", features: [onOff(undefined, "switch")] });

const onOff = (endpoint: string | undefined, what: string): Expose => ({
  name: "state",
  label: "State",
  access: ALL,
  type: "binary",
  ...ofPart(endpoint, "state"),
  description: `On/off state of this ${what}`,
  value_on: "ON",
  value_off: "OFF",
  value_toggle: "TOGGLE",
});

const brightness = (endpoint: string | undefined): Expose => ({
  ...numeric("brightness", { access: ALL, minimum: 0, maximum: 254 }),
  ...ofPart(endpoint, "brightness"),
  description: "Brightness of this light",
});

const presets = ({ minimum, maximum }: MiredRange) => [
  { name: "coolest", value: minimum, description: "Coolest temperature supported" },
  { name: "warmest", value: maximum, description: "Warmest temperature supported" },
];

const colourTemp = (endpoint: string | undefined, range: MiredRange): Expose => ({
  ...numeric("color_temp", { access: ALL, unit: "mired", ...range }),
  ...ofPart(endpoint, "color_temp"),
  description: "Color temperature of this light",
  presets: presets(range),
});

const startUpTemp = (endpoint: string | undefined, range: MiredRange): Expose => ({
  ...numeric("color_temp_startup", { access: ALL, unit: "mired", ...range }),
  ...ofPart(endpoint, "color_temp_startup"),
  description: "Color temperature after cold power on of this light",
  presets: [...presets(range), { name: "previous", value: 65_535, description: "Restore previous color_temp" }],
});

const inner = (name: string): Expose => ({ name, label: name, access: ALL, type: "numeric", property: name });

const colourXy = (endpoint: string | undefined): Expose => ({
  name: "color_xy",
  label: "Color (X/Y)",
  access: ALL,
  type: "composite",
  ...ofPart(endpoint, "color"),
  description: "Color of this light in the CIE 1931 color space (x/y)",
  features: [inner("x"), inner("y")],
});

const colourHs = (endpoint: string | undefined): Expose => ({
  name: "color_hs",
  label: "Color (HS)",
  access: ALL,
  type: "composite",
  ...ofPart(endpoint, "color"),
  description: "Color of this light expressed as hue/saturation",
  features: [inner("hue"), inner("saturation")],
});

interface NumericRange {
  readonly access: number;
  readonly unit?: string;
  readonly minimum: number;
  readonly maximum: number;
}

export const numeric = (name: string, { access, unit, minimum, maximum }: NumericRange): Expose => ({
  name,
  label: name,
  access,
  type: "numeric",
  property: name,
  ...(unit === undefined ? {} : { unit }),
  value_max: maximum,
  value_min: minimum,
});

export const enumeration = (name: string, access: number, values: readonly string[]): Expose => ({
  name,
  label: name,
  access,
  type: "enum",
  property: name,
  values,
});

export const LINK_QUALITY: Expose = {
  ...numeric("linkquality", { access: 1, unit: "lqi", minimum: 0, maximum: 255 }),
  category: "diagnostic",
};

export const EFFECT = enumeration("effect", 2, ["blink", "breathe", "okay", "finish_effect", "stop_effect"]);

export const POWER_ON: Expose = {
  ...enumeration("power_on_behavior", ALL, ["off", "on", "toggle", "previous"]),
  category: "config",
};

export const GRADIENT: Expose = {
  name: "gradient",
  label: "Gradient",
  access: ALL,
  type: "list",
  property: "gradient",
  description: "List of RGB HEX colors",
  item_type: { name: "hex", label: "Hex", access: ALL, type: "text" },
  length_min: 1,
  length_max: 9,
};
