import { COLOUR, LEVEL, type Meaning, ON_OFF } from "./zcl-commands.ts";
import { BOOLEAN, ENUM_8, UNSIGNED_8, UNSIGNED_16 } from "./zcl-values.ts";

/** The attributes that make up what a lamp shows: where each stands, and its type. */
export const LIGHT_ATTRIBUTES = {
  on: { cluster: ON_OFF, id: 0, type: BOOLEAN },
  level: { cluster: LEVEL, id: 0, type: UNSIGNED_8 },
  hue: { cluster: COLOUR, id: 0, type: UNSIGNED_8 },
  saturation: { cluster: COLOUR, id: 1, type: UNSIGNED_8 },
  x: { cluster: COLOUR, id: 3, type: UNSIGNED_16 },
  y: { cluster: COLOUR, id: 4, type: UNSIGNED_16 },
  mired: { cluster: COLOUR, id: 7, type: UNSIGNED_16 },
  colourMode: { cluster: COLOUR, id: 8, type: ENUM_8 },
} as const;

export type LightValue = keyof typeof LIGHT_ATTRIBUTES;
export type LightValues = Readonly<Partial<Record<LightValue, number>>>;

export const LIGHT_VALUES: readonly LightValue[] = [
  "on",
  "level",
  "hue",
  "saturation",
  "x",
  "y",
  "mired",
  "colourMode",
];

/** As the attribute colourMode tells which of them counts. */
const BY_HUE = 0;
const BY_XY = 1;
export const BY_TEMPERATURE = 2;

/** What a lamp shows once it has obeyed a command; nothing when it is no command to a lamp. */
export function obeyed({ cluster, command, fields }: Meaning, isOn: boolean): LightValues | undefined {
  const { level = 0, hue = 0, saturation = 0, x = 0, y = 0, mired = 0 } = fields;
  switch (`${cluster}.${command}`) {
    case "genOnOff.on":
      return { on: 1 };
    case "genOnOff.off":
      return { on: 0 };
    case "genOnOff.toggle":
      return { on: isOn ? 0 : 1 };
    case "genLevelCtrl.moveToLevel":
      return { level };
    case "genLevelCtrl.moveToLevelWithOnOff":
      return level === 0 ? { on: 0 } : { level, on: 1 };
    case "lightingColorCtrl.moveToColor":
      return { x, y, colourMode: BY_XY };
    case "lightingColorCtrl.moveToColorTemp":
      return { mired, colourMode: BY_TEMPERATURE };
    case "lightingColorCtrl.moveToHueAndSaturation":
      return { hue, saturation, colourMode: BY_HUE };
    case "lightingColorCtrl.enhancedMoveToHueAndSaturation":
      return { hue: hue >> 8, saturation, colourMode: BY_HUE };
    default:
      return undefined;
  }
}
