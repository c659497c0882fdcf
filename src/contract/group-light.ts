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
    on: described(Flag, "1 any of its lights that can be reached is on, 0 none is"),
    brightness: described(Brightness, "The mean of those that are on, in percent; if none is on, of all"),
    ability: described(AbilitySum, "What any of them can do, as the sum that a light has"),
  },
  { description: "The lights of a room as one, as far as they can be reached" },
);
export type WireGroupLight = Static<typeof WireGroupLight>;
