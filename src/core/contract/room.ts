import { type Static, Type } from "typebox";
import { WireDevice } from "./device.ts";
import { WireLight } from "./light.ts";
import { WireReference } from "./reference.ts";
import { WireRoomSummary } from "./room-summary.ts";
import { described, Uuid } from "./values.ts";

/** A reference to a device in a room. */
export const WireRoomChild = Type.Object(
  {
    rid: described(Uuid, "UUID of the device"),
    rtype: Type.Literal("device", { description: "Always `device`" }),
  },
  { description: "A reference to a device in a room" },
);

/** Spec §2.5, with the extensions of §4.7 (G19). */
export const WireRoom = Type.Object(
  {
    ...WireRoomSummary.properties,
    children: Type.Array(WireRoomChild, { description: "The devices in the room" }),
    services: Type.Array(WireReference, { description: "Services of the room; normally one `group_light`" }),
    ext_device: Type.Optional(
      Type.Array(WireDevice, { description: "With `ext_device=1`: its devices with all fields" }),
    ),
    ext_light: Type.Optional(Type.Array(WireLight, { description: "With `ext_light=1`: its lights with all fields" })),
  },
  { description: "A room, which groups devices" },
);
export type WireRoom = Static<typeof WireRoom>;
