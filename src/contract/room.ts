import { type Static, Type } from "typebox";
import { WireDevice } from "./device.ts";
import { WireLight } from "./light.ts";
import { WireReference } from "./reference.ts";
import { WireRoomSummary } from "./room-summary.ts";
import { Uuid } from "./values.ts";

/** Spec §2.5, with the extensions of §4.7 (G19). */
export const WireRoom = Type.Object({
  ...WireRoomSummary.properties,
  children: Type.Array(Type.Object({ rid: Uuid, rtype: Type.Literal("device") })),
  services: Type.Array(WireReference),
  ext_device: Type.Optional(Type.Array(WireDevice)),
  ext_light: Type.Optional(Type.Array(WireLight)),
});
export type WireRoom = Static<typeof WireRoom>;
