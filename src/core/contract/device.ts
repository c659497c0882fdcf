import { type Static, Type } from "typebox";
import { WireLight } from "./light.ts";
import { WireReference } from "./reference.ts";
import { WireRoomSummary } from "./room-summary.ts";
import { described, Flag, oneOf, Uuid } from "./values.ts";

/** Spec §2.2, table "product". */
export const WireProduct = Type.Object(
  {
    cat1_id: described(oneOf(1, 2, 3, 4), "Top category: 1 gateway, 2 light, 3 sync box, 4 accessory"),
    cat1_name: Type.String({ description: "Name of the top category" }),
    cat2_id: Type.Integer({
      description:
        "Sub-category, `cat1_id` × 100 + kind; of lights: 201 on/off, 202 dimmable, 203 CW, 204 RGB, 205 RGBCW",
    }),
    cat2_name: Type.String({ description: "Name of the sub-category" }),
    cat3_id: Type.Integer({ description: "Exact product, `cat2_id` × 100 + product; 20504 is a bar lamp" }),
    cat3_name: Type.String({ description: "Name of the product" }),
    manufacturer: Type.String({ description: "Manufacturer, as reported by the device" }),
    model: Type.String({ description: "Model, as reported by the device" }),
    hardware_version: Type.String({ description: "Hardware version" }),
    software_version: Type.String({ description: "Software version; may be empty" }),
    zigbee_version: Type.String({ description: "Zigbee version" }),
  },
  { description: "Product information of a device" },
);
export type WireProduct = Static<typeof WireProduct>;

/** What `ext_zigbee` adds to a device; empty for one that is not on the Zigbee network (G17). */
export const WireZigbee = Type.Object(
  {
    ieee_address: Type.Optional(
      Type.String({ pattern: "^0x[0-9a-f]{16}$", description: "IEEE address of the device" }),
    ),
    network_address: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 65535, description: "Its address in the Zigbee network" }),
    ),
    link_quality: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 255, description: "Link quality; higher is better" }),
    ),
  },
  { description: "A device's Zigbee network information; empty for a device that is not in the network" },
);
export type WireZigbee = Static<typeof WireZigbee>;

/** Spec §2.2, with `new_version` (G8) and the extensions of §4.1 (G15 to G17). */
export const WireDevice = Type.Object(
  {
    id: described(Uuid, "UUID of the device"),
    type: Type.Literal("device", { description: "Always `device`" }),
    name: Type.String({ description: "Name of the device" }),
    join_status: described(Flag, "1 added by the user, 0 not; clients normally show devices with 1"),
    online: described(Flag, "1 online, 0 offline"),
    has_new: described(Flag, "1 a newer version is available, 0 none"),
    new_version: Type.Optional(Type.String({ description: "The newer version; empty if there is none" })),
    product: described(WireProduct, "Product information"),
    services: Type.Array(WireReference, { description: "The resources that the device provides" }),
    ext_light: Type.Optional(Type.Array(WireLight, { description: "With `ext_light=1`: its lights with all fields" })),
    ext_room: Type.Optional(
      described(WireRoomSummary, "With `ext_room=1`: its room, or the unassigned room for a device without a room"),
    ),
    ext_zigbee: Type.Optional(
      described(
        WireZigbee,
        "With `ext_zigbee=1`: its Zigbee network information; empty for a device that is not in the network",
      ),
    ),
  },
  { description: "A physical product; the gateway is also a device" },
);
export type WireDevice = Static<typeof WireDevice>;
