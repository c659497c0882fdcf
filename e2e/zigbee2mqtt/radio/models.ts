import { BATTERY, basicAttributes, colourAttributes, type DeviceModel, IDENTIFY, lamp } from "./device-model.ts";
import { BY_TEMPERATURE } from "./light-values.ts";
import { BASIC, COLOUR, GROUPS, LEVEL, ON_OFF } from "./zcl-commands.ts";
import { UNSIGNED_8 } from "./zcl-values.ts";

const POWER = 0x0001;
const IKEA = { manufacturerCode: 0x117c, isRouter: true };
const WHITE = { on: 0, level: 254, mired: 370, colourMode: BY_TEMPERATURE };

/** A Philips Hue bulb: colour by xy, and white from 153 to 500 mired. */
const HUE_COLOUR: DeviceModel = {
  manufacturerCode: 0x100b,
  isRouter: true,
  endpoints: [
    {
      id: 11,
      kind: 0x0210,
      ...lamp([ON_OFF, LEVEL, COLOUR]),
      attributes: [...basicAttributes("Philips", "LCT015"), ...colourAttributes(0x1f, 153, 500)],
      shows: { ...WHITE, x: 30_000, y: 26_000, hue: 0, saturation: 0 },
    },
  ],
};

/** An IKEA bulb with white from 250 to 454 mired, which reports what it was told to. */
const IKEA_WHITE_SPECTRUM: DeviceModel = {
  ...IKEA,
  endpoints: [
    {
      id: 1,
      kind: 0x0220,
      ...lamp([ON_OFF, LEVEL, COLOUR]),
      attributes: [
        ...basicAttributes("IKEA of Sweden", "TRADFRI bulb E27 WS opal 980lm"),
        ...colourAttributes(0x10, 250, 454),
      ],
      shows: WHITE,
    },
  ],
};

const IKEA_DIMMABLE: DeviceModel = {
  ...IKEA,
  endpoints: [
    {
      id: 1,
      kind: 0x0100,
      ...lamp([ON_OFF, LEVEL]),
      attributes: basicAttributes("IKEA of Sweden", "TRADFRI bulb E27 opal 1000lm"),
      shows: { on: 0, level: 254 },
    },
  ],
};

/** Two dimmers in one box: Zigbee2MQTT calls them l1 and l2. */
const DUAL_DIMMER: DeviceModel = {
  manufacturerCode: 0x120b,
  isRouter: true,
  endpoints: [1, 2].map((id) => ({
    id,
    kind: 0x0101,
    ...lamp([ON_OFF, LEVEL]),
    attributes: basicAttributes("HZC Electric", "DimmerSwitch-2Gang-ZB3.0"),
    shows: { on: 0, level: 254 },
  })),
};

const IKEA_PLUG: DeviceModel = {
  ...IKEA,
  endpoints: [
    {
      id: 1,
      kind: 0x0010,
      ...lamp([ON_OFF]),
      attributes: basicAttributes("IKEA of Sweden", "TRADFRI control outlet"),
      shows: { on: 0 },
    },
  ],
};

const IKEA_MOTION_SENSOR: DeviceModel = {
  ...IKEA,
  isRouter: false,
  endpoints: [
    {
      id: 1,
      kind: 0x0850,
      inputs: [BASIC, POWER, IDENTIFY],
      outputs: [IDENTIFY, GROUPS, ON_OFF],
      attributes: [
        ...basicAttributes("IKEA of Sweden", "TRADFRI motion sensor", BATTERY),
        { cluster: POWER, id: 0x0021, type: UNSIGNED_8, value: 87 },
      ],
      shows: {},
    },
  ],
};

/** The radio itself. */
const COORDINATOR: DeviceModel = {
  manufacturerCode: 0,
  isRouter: true,
  endpoints: [{ id: 1, kind: 0x0005, inputs: [], outputs: [], attributes: [], shows: {} }],
};

export const MODELS = {
  coordinator: COORDINATOR,
  hueColour: HUE_COLOUR,
  ikeaWhiteSpectrum: IKEA_WHITE_SPECTRUM,
  ikeaDimmable: IKEA_DIMMABLE,
  dualDimmer: DUAL_DIMMER,
  ikeaPlug: IKEA_PLUG,
  ikeaMotionSensor: IKEA_MOTION_SENSOR,
} as const satisfies Readonly<Record<string, DeviceModel>>;

export type ModelName = keyof typeof MODELS;
