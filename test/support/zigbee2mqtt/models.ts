import {
  EFFECT,
  type Expose,
  enumeration,
  GRADIENT,
  LINK_QUALITY,
  lightExpose,
  numeric,
  POWER_ON,
  switchExpose,
} from "./exposes.ts";

/** What Zigbee2MQTT knows of a device's state. */
export interface State {
  readonly state?: unknown;
  readonly brightness?: unknown;
  readonly color_temp?: unknown;
  readonly color?: unknown;
  readonly [more: string]: unknown;
}

/** A product as Zigbee2MQTT knows it, and how one is when it comes out of its box. */
export interface Model {
  readonly model: string;
  readonly vendor: string;
  readonly description: string;
  readonly modelId: string;
  readonly manufacturer: string;
  readonly type: "Router" | "EndDevice";
  readonly powerSource: string;
  /** Its endpoints by number, with the names of those that have one. */
  readonly endpoints: Readonly<Record<string, string | undefined>>;
  readonly exposes: readonly Expose[];
  readonly state: State;
}

const HUE = {
  vendor: "Philips",
  manufacturer: "Signify Netherlands B.V.",
  endpoints: { 11: undefined, 242: undefined },
};
const MAINS = { type: "Router", powerSource: "Mains (single phase)" } as const;
const BATTERY = { type: "EndDevice", powerSource: "Battery" } as const;
const HUE_MIRED = { minimum: 153, maximum: 500 };
const AMBIENT_COLOUR = { x: 0.4599, y: 0.4106 };

const white = { state: "ON", brightness: 203, color_mode: "color_temp", color_temp: 370, linkquality: 120 };

/** One of each kind there is. */
export const MODELS = {
  onOff: {
    ...MAINS,
    model: "ZL1000100-CCT-US",
    vendor: "Linkind",
    description: "Zigbee on/off bulb",
    modelId: "ZBT-OnOff",
    manufacturer: "lk",
    endpoints: { 1: undefined },
    exposes: [lightExpose({}), LINK_QUALITY],
    state: { state: "ON", linkquality: 90 },
  },
  dimmable: {
    ...HUE,
    ...MAINS,
    model: "9290011370",
    description: "Hue white A60 bulb",
    modelId: "LWB010",
    exposes: [lightExpose({ isDimmable: true }), POWER_ON, EFFECT, LINK_QUALITY],
    state: { state: "ON", brightness: 127, linkquality: 110 },
  },
  whiteSpectrum: {
    ...MAINS,
    model: "LED1545G12",
    vendor: "IKEA",
    description: "TRADFRI bulb E26/E27, white spectrum, globe, opal, 980 lm",
    modelId: "TRADFRI bulb E27 WS opal 980lm",
    manufacturer: "IKEA of Sweden",
    endpoints: { 1: undefined },
    exposes: [
      lightExpose({ isDimmable: true, colourTemperature: { minimum: 250, maximum: 454 } }),
      EFFECT,
      POWER_ON,
      LINK_QUALITY,
    ],
    state: white,
  },
  colour: {
    ...HUE,
    ...MAINS,
    model: "9290022166",
    description: "Hue white and color ambiance E26/E27",
    modelId: "LCA001",
    exposes: [
      lightExpose({ isDimmable: true, colourTemperature: HUE_MIRED, colour: ["xy", "hs"] }),
      POWER_ON,
      EFFECT,
      LINK_QUALITY,
    ],
    state: { ...white, color: { ...AMBIENT_COLOUR, hue: 28, saturation: 61 }, power_on_behavior: "on" },
  },
  hueSaturation: {
    ...MAINS,
    model: "HG06467",
    vendor: "Lidl",
    description: "Melinera smart LED string lights",
    modelId: "TS0601",
    manufacturer: "_TZE200_s8gkrkxk",
    endpoints: { 1: undefined },
    exposes: [lightExpose({ isDimmable: true, colour: ["hs"] }), LINK_QUALITY],
    state: { state: "ON", brightness: 254, color_mode: "hs", color: { hue: 300, saturation: 80 }, linkquality: 60 },
  },
  gradient: {
    ...HUE,
    ...MAINS,
    model: "929002994901",
    description: "Hue gradient lightstrip",
    modelId: "LCX004",
    exposes: [
      lightExpose({ isDimmable: true, colourTemperature: HUE_MIRED, colour: ["xy", "hs"] }),
      POWER_ON,
      enumeration("gradient_scene", 2, ["blossom", "crocus", "tokyo"]),
      GRADIENT,
      EFFECT,
      LINK_QUALITY,
    ],
    state: { ...white, color_mode: "xy", color: { x: 0.3, y: 0.3 }, gradient: ["#ff8800", "#0088ff"] },
  },
  twoEndpoints: {
    ...MAINS,
    model: "GL-C-007-2ID",
    vendor: "Gledopto",
    description: "Zigbee LED controller RGB+CCT (2 IDs)",
    modelId: "GL-C-007",
    manufacturer: "GLEDOPTO",
    endpoints: { 11: "l1", 12: "l2" },
    exposes: [
      lightExpose({ endpoint: "l1", isDimmable: true, colourTemperature: HUE_MIRED, colour: ["xy"] }),
      lightExpose({ endpoint: "l2", isDimmable: true }),
      LINK_QUALITY,
    ],
    state: {
      state_l1: "ON",
      brightness_l1: 200,
      color_mode_l1: "xy",
      color_l1: { x: 0.6, y: 0.35 },
      color_temp_l1: 300,
      state_l2: "OFF",
      brightness_l2: 80,
      linkquality: 140,
    },
  },
  plug: {
    ...MAINS,
    model: "TS011F_plug_1",
    vendor: "Tuya",
    description: "Smart plug (with power monitoring)",
    modelId: "TS011F",
    manufacturer: "_TZ3000_w0qqde0g",
    endpoints: { 1: undefined },
    exposes: [switchExpose(), numeric("power", { access: 5, unit: "W", minimum: 0, maximum: 4_000 }), LINK_QUALITY],
    state: { state: "ON", power: 12, linkquality: 100 },
  },
  sensor: {
    ...BATTERY,
    model: "9290012607",
    vendor: "Philips",
    description: "Hue motion sensor",
    modelId: "SML001",
    manufacturer: "Philips",
    endpoints: { 1: undefined, 2: undefined },
    exposes: [
      {
        name: "occupancy",
        label: "Occupancy",
        access: 1,
        type: "binary",
        property: "occupancy",
        value_on: true,
        value_off: false,
      },
      numeric("battery", { access: 1, unit: "%", minimum: 0, maximum: 100 }),
      LINK_QUALITY,
    ],
    state: { occupancy: false, battery: 88, linkquality: 70 },
  },
  remote: {
    ...BATTERY,
    model: "324131092621",
    vendor: "Philips",
    description: "Hue dimmer switch gen 1",
    modelId: "RWL021",
    manufacturer: "Philips",
    endpoints: { 1: undefined, 2: undefined },
    exposes: [
      numeric("battery", { access: 5, unit: "%", minimum: 0, maximum: 100 }),
      enumeration("action", 1, ["on_press", "off_press", "up_press", "down_press"]),
      LINK_QUALITY,
    ],
    state: { battery: 55, action: "", linkquality: 40 },
  },
} as const satisfies Readonly<Record<string, Model>>;

export type ModelName = keyof typeof MODELS;
