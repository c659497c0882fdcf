import { type Static, Type } from "typebox";
import { Uuid } from "./values.ts";

/** Spec §8. */
export const DISCOVERY_PORT = 9001;

const OCTET = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

/** Spec §4.9, table 2. */
export const DiscoveryRequest = Type.Object({ op: Type.Literal(101) });

/** Spec §4.9, table 3. */
export const DiscoveryReply = Type.Object({
  op: Type.Literal(102),
  data: Type.Object({
    name: Type.String(),
    model: Type.String(),
    version: Type.String(),
    mac: Type.String({ pattern: "^([0-9A-F]{2}:){5}[0-9A-F]{2}$" }),
    ip: Type.String({ pattern: `^${OCTET}(\\.${OCTET}){3}$` }),
    link_enabled: Type.Boolean(),
    /** sic: the contract spells it so. */
    link_remian_ms: Type.Integer({ minimum: 0, maximum: 10_000 }),
    reset_id: Uuid,
  }),
});
export type DiscoveryReply = Static<typeof DiscoveryReply>;
