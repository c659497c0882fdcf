import { type Static, Type } from "typebox";
import { oneOf, Uuid } from "./values.ts";

/** Spec §2.5 without `children` and `services`: what `ext_room` adds to a device (G16). */
export const WireRoomSummary = Type.Object({
  id: Uuid,
  type: Type.Literal("room"),
  name: Type.String(),
  room_kind: oneOf(0, 1, 2),
  room_type: Type.String(),
  icon: Type.String(),
  background: Type.Integer(),
  sequence: Type.Integer(),
});
export type WireRoomSummary = Static<typeof WireRoomSummary>;
