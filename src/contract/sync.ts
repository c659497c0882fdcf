import { type Static, Type } from "typebox";
import { Brightness, ChartCoordinate, Flag, oneOf, Uuid, UuidOrEmpty } from "./values.ts";

/** One colour of a configuration; the positions are undescribed in spec §2.4. */
export const WireSyncColour = Type.Object({
  x: ChartCoordinate,
  y: ChartCoordinate,
  position_x: Type.Integer(),
  position_y: Type.Integer(),
});
export type WireSyncColour = Static<typeof WireSyncColour>;

/** Spec §2.4. */
export const WireSync = Type.Object({
  id: Uuid,
  type: Type.Literal("sync"),
  name: Type.String(),
  ability: Type.Integer(),
  on: Flag,
  brightness: Brightness,
  source: oneOf(0, 1),
  mode: oneOf(0, 1, 2),
  frequency: oneOf(0, 1, 2, 3),
  stop_action: oneOf(0, 2),
  color_config: oneOf(1, 2, 3, 4),
  color_config_1: Type.Array(WireSyncColour),
  color_config_2: Type.Array(WireSyncColour),
  color_config_3: Type.Array(WireSyncColour),
  color_config_4: Type.Array(WireSyncColour),
  area_id: UuidOrEmpty,
  area_name: Type.String(),
});
export type WireSync = Static<typeof WireSync>;
