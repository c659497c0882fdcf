import { type Static, Type } from "typebox";
import { WireReference } from "./reference.ts";
import { described, Uuid } from "./values.ts";

/** The gateway about itself; everything is text (G56). */
export const WireBridge = Type.Object(
  {
    id: described(Uuid, "The gateway's `reset_id`, as discovery tells it, and the id of its device"),
    ip: Type.String({ description: "The address under which the client reaches the gateway" }),
    mac: Type.String({ description: "MAC address, upper case, separated by colons: the gateway's unique id" }),
    model: Type.String({ description: "Product model" }),
    name: Type.String({ description: "The gateway's name" }),
    parent_id: described(Uuid, "UUID of the device that the gateway is"),
    parent_type: Type.Literal("device", { description: "Always `device`" }),
    type: Type.Literal("bridge", { description: "Always `bridge`" }),
    version: Type.String({ description: "The gateway's version" }),
  },
  { description: "The gateway about itself" },
);
export type WireBridge = Static<typeof WireBridge>;

/** Whether new devices are let in at the moment (G57). */
export const WireZigbeeDiscovery = Type.Object(
  {
    id: described(Uuid, "UUID of this resource"),
    owner: described(WireReference, "The device that the gateway is"),
    status: Type.Enum(["stopped", "running"], {
      type: "string",
      description: "`running` while new devices are let in, else `stopped`",
    }),
    type: Type.Literal("zigbee_device_discovery", { description: "Always `zigbee_device_discovery`" }),
  },
  { description: "Whether new devices are let in" },
);
export type WireZigbeeDiscovery = Static<typeof WireZigbeeDiscovery>;
