import { type Static, Type } from "typebox";
import { WireLight } from "./light.ts";
import { WireReference } from "./reference.ts";
import { WireRoomSummary } from "./room-summary.ts";
import { Flag, oneOf, Uuid } from "./values.ts";

/** Spec §2.2, table "product". */
export const WireProduct = Type.Object({
  cat1_id: oneOf(1, 2, 3, 4),
  cat1_name: Type.String(),
  cat2_id: Type.Integer(),
  cat2_name: Type.String(),
  cat3_id: Type.Integer(),
  cat3_name: Type.String(),
  manufacturer: Type.String(),
  model: Type.String(),
  hardware_version: Type.String(),
  software_version: Type.String(),
  zigbee_version: Type.String(),
});
export type WireProduct = Static<typeof WireProduct>;

/** What `ext_zigbee` adds to a device; empty for one that is not on the Zigbee network (G17). */
export const WireZigbee = Type.Object({
  ieee_address: Type.Optional(Type.String({ pattern: "^0x[0-9a-f]{16}$" })),
  network_address: Type.Optional(Type.Integer({ minimum: 0, maximum: 65535 })),
  link_quality: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
});
export type WireZigbee = Static<typeof WireZigbee>;

/** Spec §2.2, with `new_version` (G8) and the extensions of §4.1 (G15 to G17). */
export const WireDevice = Type.Object({
  id: Uuid,
  type: Type.Literal("device"),
  name: Type.String(),
  join_status: Flag,
  online: Flag,
  has_new: Flag,
  new_version: Type.Optional(Type.String()),
  product: WireProduct,
  services: Type.Array(WireReference),
  ext_light: Type.Optional(Type.Array(WireLight)),
  ext_room: Type.Optional(WireRoomSummary),
  ext_zigbee: Type.Optional(WireZigbee),
});
export type WireDevice = Static<typeof WireDevice>;
