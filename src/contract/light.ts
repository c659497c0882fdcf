import { type Static, Type } from "typebox";
import { Brightness, ChartCoordinate, ChartPoint, Flag, Kelvin, oneOf, Rgb, Uuid } from "./values.ts";

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

/** Spec §2.3, table "PowerOn". */
export const WirePowerOn = Type.Object({
  mode: oneOf(0, 1, 2, 3, 4),
  on_mode: oneOf(0, 1, 2),
  on: Flag,
  brightness_mode: oneOf(0, 1, 2),
  brightness: Type.Integer({ minimum: 0, maximum: 100 }),
  color_mode: oneOf(0, 1, 2, 3),
  color_x: ChartCoordinate,
  color_y: ChartCoordinate,
  color_cw: Kelvin,
});
export type WirePowerOn = Static<typeof WirePowerOn>;

/** Spec §2.3; the fields after `ability` are in its samples without a description (G6, G7). */
export const WireLight = Type.Object({
  id: Uuid,
  type: Type.Literal("light"),
  name: Type.String(),
  on: Flag,
  brightness: Brightness,
  color_mode: oneOf(0, 1, 2, 3),
  color_cw: Kelvin,
  color_x: ChartCoordinate,
  color_y: ChartCoordinate,
  color_len: Type.Integer({ minimum: 0 }),
  color_arr: Type.Array(ChartPoint),
  pack: Type.Optional(Type.Array(Type.String())),
  position_x: Type.Optional(Type.Integer()),
  position_y: Type.Optional(Type.Integer()),
  positions: Type.String(),
  power_on: Type.Optional(WirePowerOn),
  support_segment: Flag,
  support_dynamic: Flag,
  ability: Type.Integer({ minimum: 0, maximum: 255 }),
  color_rgb: Type.Optional(Rgb),
  color_rgb_arr: Type.Optional(Type.Array(Rgb)),
  ext_attr: Type.Optional(Type.Object({ motion: Type.Integer() })),
  motion: Type.Optional(Type.Object({})),
  motion_type: Type.Optional(Type.Array(Type.Integer())),
  sync_status: Type.Optional(Flag),
});
export type WireLight = Static<typeof WireLight>;
