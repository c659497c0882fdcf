import { Type } from "typebox";

/** An entry of the audit trail: a `RecordedEntry`, as it is sent. */
export const HistoryView = Type.Object({
  /** Rises by one with each entry. */
  sequence: Type.Integer(),
  /** By the gateway's wall clock, in ISO 8601. */
  at: Type.String(),
  by: Type.Union([
    Type.Object({ kind: Type.Enum(["operator", "button", "backend", "gateway"]) }),
    Type.Object({ kind: Type.Enum(["key", "device", "address"]), name: Type.String() }),
  ]),
  did: Type.String(),
  /** The ids of the devices that it concerns. */
  devices: Type.Immutable(Type.Array(Type.String())),
  outcome: Type.Enum(["done", "refused", "rolled-back", "put-back"]),
  why: Type.Optional(Type.String()),
  unwritten: Type.Optional(Type.Integer()),
});
