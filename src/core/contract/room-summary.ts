import { type Static, Type } from "typebox";
import { described, oneOf, RESERVED, Uuid } from "./values.ts";

/** Spec §2.5 without `children` and `services`: what `ext_room` adds to a device (G16). */
export const WireRoomSummary = Type.Object(
  {
    id: described(Uuid, "UUID of the room"),
    type: Type.Literal("room", { description: "Always `room`" }),
    name: Type.String({ description: "Name of the room" }),
    room_kind: described(oneOf(0, 1, 2), "0 normal, 1 whole house, 2 unassigned"),
    room_type: Type.String({ description: "Any text, such as `bedroom` or `kitchen`; there is no fixed set" }),
    icon: Type.String({ description: RESERVED }),
    background: Type.Integer({ description: RESERVED }),
    sequence: Type.Integer({ description: RESERVED }),
  },
  { description: "A room without its devices and services" },
);
export type WireRoomSummary = Static<typeof WireRoomSummary>;
