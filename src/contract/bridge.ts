import { type Static, Type } from "typebox";
import { WireReference } from "./reference.ts";
import { Uuid } from "./values.ts";

/** The gateway about itself; everything is text (G56). */
export const WireBridge = Type.Object({
  id: Uuid,
  ip: Type.String(),
  mac: Type.String(),
  model: Type.String(),
  name: Type.String(),
  parent_id: Uuid,
  parent_type: Type.Literal("device"),
  type: Type.Literal("bridge"),
  version: Type.String(),
});
export type WireBridge = Static<typeof WireBridge>;

/** Whether new devices are let in at the moment (G57). */
export const WireZigbeeDiscovery = Type.Object({
  id: Uuid,
  owner: WireReference,
  status: Type.Enum(["stopped", "running"]),
  type: Type.Literal("zigbee_device_discovery"),
});
export type WireZigbeeDiscovery = Static<typeof WireZigbeeDiscovery>;
