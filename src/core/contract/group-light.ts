import { type Static, Type } from "typebox";
import { AbilitySum } from "./light.ts";
import { Brightness, described, Flag, Uuid } from "./values.ts";

/** The lights of a room as one, which every room names among its `services` (G86). */
export const WireGroupLight = Type.Object(
  {
    id: described(Uuid, "UUID of the group of lights"),
    type: Type.Literal("group_light", { description: "Always `group_light`" }),
    name: Type.String({ description: "Name of the room" }),
    parent_id: described(Uuid, "UUID of the room"),
    parent_type: Type.Literal("room", { description: "Always `room`" }),
    on: described(Flag, "1 at least one of its online lights is on, 0 all are off"),
    brightness: described(
      Brightness,
      "Mean brightness of the lights that are on, in percent; if all are off, of all lights",
    ),
    ability: described(AbilitySum, "What at least one of the lights supports, as the same sum as for a light"),
  },
  { description: "The online lights of a room as one light" },
);
export type WireGroupLight = Static<typeof WireGroupLight>;
