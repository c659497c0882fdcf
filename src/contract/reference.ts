import { type Static, Type } from "typebox";
import { Uuid } from "./values.ts";

/** A reference to another resource: `ResInfo` in spec §2.2. */
export const WireReference = Type.Object({
  rid: Uuid,
  rtype: Type.String(),
});
export type WireReference = Static<typeof WireReference>;
