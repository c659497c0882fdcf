import { type Static, Type } from "typebox";

/** Something that came, was answered or was told. */
export const TrafficView = Type.Object({
  /** Rises by one; a gap is what was dropped. */
  sequence: Type.Integer(),
  /** In ISO 8601. */
  at: Type.String(),
  kind: Type.Enum(["request", "datagram", "mqtt", "event"]),
  /** The address that it is from, or goes to; "gateway" for events. */
  from: Type.String(),
  what: Type.String(),
  status: Type.Optional(Type.Integer()),
  millis: Type.Optional(Type.Number()),
  /** Why it was refused. */
  refusal: Type.Optional(Type.String()),
  /** Texts are cut short where they are long. */
  body: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  bytes: Type.Integer(),
});
export type TrafficView = Static<typeof TrafficView>;
