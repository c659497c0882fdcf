import { type Static, Type } from "typebox";
import { WireReference } from "./reference.ts";
import { described, Uuid } from "./values.ts";

/** The gateway about itself; everything is text (G56). */
export const WireBridge = Type.Object(
  {
    id: described(Uuid, "The gateway's `reset_id`, as in discovery, which is also the id of its device"),
    ip: Type.String({ description: "The address at which the client reaches the gateway" }),
    mac: Type.String({ description: "MAC address in upper case, separated by colons; identifies the gateway" }),
    model: Type.String({ description: "Product model" }),
    name: Type.String({ description: "The gateway's name" }),
    parent_id: described(Uuid, "UUID of the gateway's device"),
    parent_type: Type.Literal("device", { description: "Always `device`" }),
    type: Type.Literal("bridge", { description: "Always `bridge`" }),
    version: Type.String({ description: "The gateway's version" }),
  },
  { description: "Information about the gateway" },
);
export type WireBridge = Static<typeof WireBridge>;

/** Whether new devices are let in at the moment (G57). */
export const WireZigbeeDiscovery = Type.Object(
  {
    id: described(Uuid, "UUID of this resource"),
    owner: described(WireReference, "The gateway's device"),
    status: Type.Enum(["stopped", "running"], {
      type: "string",
      description: "`running` while new devices can join, otherwise `stopped`",
    }),
    type: Type.Literal("zigbee_device_discovery", { description: "Always `zigbee_device_discovery`" }),
  },
  { description: "Whether new devices can join" },
);
export type WireZigbeeDiscovery = Static<typeof WireZigbeeDiscovery>;
