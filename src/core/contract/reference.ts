import { type Static, Type } from "typebox";
import { described, Uuid } from "./values.ts";

/** A reference to another resource: `ResInfo` in spec §2.2. */
export const WireReference = Type.Object(
  {
    rid: described(Uuid, "UUID of the resource"),
    rtype: Type.String({ description: "Type of the resource, such as `light`, `device` or `group_light`" }),
  },
  { description: "A reference to another resource" },
);
export type WireReference = Static<typeof WireReference>;
