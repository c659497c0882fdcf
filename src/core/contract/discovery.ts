import { type Static, Type } from "typebox";
import { described, exactly, Uuid } from "./values.ts";

export { DISCOVERY_PORT } from "./ports.ts";

const OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

/** Spec §4.9, table 2. */
export const DiscoveryRequest = Type.Object({ op: exactly(101, "101: discover") });

/** Spec §4.9, table 3. */
export const DiscoveryReply = Type.Object({
  op: exactly(102, "102: reply"),
  data: Type.Object({
    name: Type.String({ description: "Product name" }),
    model: Type.String({ description: "Product model" }),
    version: Type.String({ description: "Version of the gateway" }),
    mac: Type.String({
      pattern: "^([0-9A-F]{2}:){5}[0-9A-F]{2}$",
      description: "MAC address, upper case, separated by colons",
    }),
    ip: Type.String({
      pattern: `^${OCTET}(\\.${OCTET}){3}$`,
      description: "The address for HTTP, on the network of the client",
    }),
    link_enabled: Type.Boolean({ description: "Whether a client may pair now" }),
    /** sic: the contract spells it so. */
    link_remian_ms: Type.Integer({
      minimum: 0,
      maximum: 10_000,
      description: "Remaining milliseconds; the name is spelt exactly so",
    }),
    reset_id: described(Uuid, "Id of the gateway's own device; changes with a factory reset"),
  }),
});
export type DiscoveryReply = Static<typeof DiscoveryReply>;
