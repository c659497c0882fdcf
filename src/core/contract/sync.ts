import { type Static, Type } from "typebox";
import { Brightness, ChartPoint, described, Flag, oneOf, Uuid, UuidOrEmpty } from "./values.ts";

/** One colour of a configuration; the positions are undescribed in spec §2.4. */
export const WireSyncColour = Type.Object(
  {
    ...ChartPoint.properties,
    position_x: Type.Integer({ description: "Meaning unknown" }),
    position_y: Type.Integer({ description: "Meaning unknown" }),
  },
  { description: "One colour of a sync box's configuration" },
);
export type WireSyncColour = Static<typeof WireSyncColour>;

/** Spec §2.4. */
export const WireSync = Type.Object(
  {
    id: described(Uuid, "UUID of the sync box"),
    type: Type.Literal("sync", { description: "Always `sync`" }),
    name: Type.String({ description: "Name of the sync box; may be empty" }),
    ability: Type.Integer({ description: "Reserved" }),
    on: described(Flag, "1 on, 0 off"),
    brightness: described(Brightness, "Brightness in percent"),
    source: described(oneOf(0, 1), "0 HDMI 1, 1 HDMI 2"),
    mode: described(oneOf(0, 1, 2), "0 video, 1 music, 2 game"),
    frequency: described(oneOf(0, 1, 2, 3), "Intensity: 0 low, 1 medium, 2 high, 3 highest"),
    stop_action: described(oneOf(0, 2), "What its lights do when it stops: 0 stay as they are, 2 turn off"),
    color_config: described(oneOf(1, 2, 3, 4), "Which of the four configurations is selected"),
    color_config_1: Type.Array(WireSyncColour, { description: "The colours of configuration 1" }),
    color_config_2: Type.Array(WireSyncColour, { description: "The colours of configuration 2" }),
    color_config_3: Type.Array(WireSyncColour, { description: "The colours of configuration 3" }),
    color_config_4: Type.Array(WireSyncColour, { description: "The colours of configuration 4" }),
    area_id: described(UuidOrEmpty, "UUID of its sync area, which is a room; may be empty"),
    area_name: Type.String({ description: "Name of that area; may be empty" }),
  },
  { description: "A sync box, which drives lights from a video or music source" },
);
export type WireSync = Static<typeof WireSync>;
