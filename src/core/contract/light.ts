import { type Static, Type } from "typebox";
import {
  Brightness,
  ChartCoordinate,
  ChartPoint,
  described,
  Flag,
  Kelvin,
  oneOf,
  RESERVED,
  Rgb,
  Uuid,
} from "./values.ts";

/** Spec §2.3, table "ability": the weight of each bit. */
export const ABILITY_WEIGHTS = {
  onOff: 1,
  brightness: 2,
  colourTemperature: 4,
  colour: 8,
  segments: 16,
  settingLength: 32,
  dynamicEffects: 64,
  currentSetting: 128,
} as const;

/** A sum of those weights. */
export const AbilitySum = Type.Integer({ minimum: 0, maximum: 255 });

const UNKNOWN = "Meaning unknown; empty or 0";

/** Spec §2.3, table "PowerOn". */
export const WirePowerOn = Type.Object(
  {
    mode: described(oneOf(0, 1, 2, 3, 4), "0 default, 1 memory, 2 custom, 3 on, 4 off"),
    on_mode: described(oneOf(0, 1, 2), "On or off: 0 default, 1 memory, 2 custom"),
    on: described(Flag, "When custom: 1 on, 0 off"),
    brightness_mode: described(oneOf(0, 1, 2), "Brightness: 0 default, 1 memory, 2 custom"),
    brightness: Type.Integer({ minimum: 0, maximum: 100, description: "When custom: brightness in percent" }),
    color_mode: described(oneOf(0, 1, 2, 3), "Colour: 0 default, 1 memory, 2 custom XY, 3 custom cool/warm white"),
    color_x: described(ChartCoordinate, "When custom XY: X on the chart"),
    color_y: described(ChartCoordinate, "When custom XY: Y on the chart"),
    color_cw: described(Kelvin, "When custom cool/warm white: kelvin"),
  },
  { description: "Power-on behaviour of a light" },
);
export type WirePowerOn = Static<typeof WirePowerOn>;

/** Spec §2.3; the fields after `ability` are in its samples without a description (G6, G7). */
export const WireLight = Type.Object(
  {
    id: described(Uuid, "UUID of the light"),
    type: Type.Literal("light", { description: "Always `light`" }),
    name: Type.String({ description: "Name of the light; may be empty" }),
    on: described(Flag, "1 on, 0 off"),
    brightness: described(Brightness, "Brightness in percent; while the light is off, its last brightness"),
    color_mode: described(
      oneOf(0, 1, 2, 3),
      "0 HSV colour, 1 XY colour, 2 cool/warm white, 3 a colour for each segment",
    ),
    color_cw: described(Kelvin, "Cool/warm white in kelvin; while a colour is shown, the nearest white"),
    color_x: described(ChartCoordinate, "X on the XY colour chart, as a fraction of 65535"),
    color_y: described(ChartCoordinate, "Y on the XY colour chart, as a fraction of 65535"),
    color_len: Type.Integer({ minimum: 0, description: "Number of segments in `color_arr`" }),
    color_arr: Type.Array(ChartPoint, { description: "The colour of each segment in `color_mode` 3; otherwise empty" }),
    pack: Type.Optional(Type.Array(Type.String(), { description: RESERVED })),
    position_x: Type.Optional(Type.Integer({ description: RESERVED })),
    position_y: Type.Optional(Type.Integer({ description: RESERVED })),
    positions: Type.String({ description: RESERVED }),
    power_on: Type.Optional(described(WirePowerOn, "Power-on behaviour of the light")),
    support_segment: described(Flag, "1 each segment can have its own colour, 0 not"),
    support_dynamic: described(Flag, "1 dynamic scenes are supported, 0 not"),
    ability: described(
      AbilitySum,
      "Supported properties as a sum: 1 on/off, 2 brightness, 4 colour temperature, 8 colour, 16 segments, 32 setting length, 64 dynamic effects, 128 current setting",
    ),
    color_rgb: Type.Optional(described(Rgb, "The colour as 0xRRGGBB, at full brightness")),
    color_rgb_arr: Type.Optional(Type.Array(Rgb, { description: "The segments of `color_arr` as 0xRRGGBB" })),
    ext_attr: Type.Optional(Type.Object({ motion: Type.Integer({ description: UNKNOWN }) }, { description: UNKNOWN })),
    motion: Type.Optional(Type.Object({}, { description: UNKNOWN })),
    motion_type: Type.Optional(Type.Array(Type.Integer(), { description: UNKNOWN })),
    sync_status: Type.Optional(described(Flag, "1 a sync box drives the light now, 0 not")),
  },
  { description: "A light and its state" },
);
export type WireLight = Static<typeof WireLight>;
