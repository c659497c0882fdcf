import { type Static, Type } from "typebox";

/** Something that came, was answered or was told. */
export const TrafficView = Type.Object({
  /** In the order in which things came; a gap is what was dropped, or goes on. */
  sequence: Type.Integer(),
  /** When it came, in ISO 8601. */
  at: Type.String(),
  kind: Type.Enum(["request", "datagram", "mqtt", "event"]),
  /** The address that it is from, or goes to; "gateway" for events. */
  from: Type.String(),
  /** A paired client or one of MQTT by its name, or whoever else it is. */
  by: Type.Optional(
    Type.Union([
      Type.Object({ kind: Type.Enum(["key", "client"]), name: Type.String() }),
      Type.Object({ kind: Type.Enum(["operator", "no-key", "wrong-key"]) }),
    ]),
  ),
  what: Type.String(),
  status: Type.Optional(Type.Integer()),
  /** Of a refusal. */
  code: Type.Optional(Type.Integer()),
  millis: Type.Optional(Type.Number()),
  /** Why it was refused. */
  refusal: Type.Optional(Type.String()),
  /** Texts are cut short where they are long. */
  body: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  bytes: Type.Integer(),
});
export type TrafficView = Static<typeof TrafficView>;
