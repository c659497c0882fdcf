import { type Static, Type } from "typebox";

/** Who is at the other end, by a name: keys themselves are never shown. */
export const TrafficCaller = Type.Union([
  /** What a client called itself when it paired, or its client id of MQTT. */
  Type.Object({ kind: Type.Enum(["key", "client"]), name: Type.String() }),
  Type.Object({ kind: Type.Enum(["operator", "no-key", "wrong-key"]) }),
]);
export type TrafficCaller = Readonly<Static<typeof TrafficCaller>>;

/** Something that came, was answered or was told, as whoever writes a client wants to see it. */
export const TrafficEntry = Type.Object({
  /** In the order in which things came, which is not that of their answers; a gap is what was dropped, or goes on. */
  sequence: Type.Integer(),
  /** When it came, by the wall clock, in ISO 8601. */
  at: Type.String(),
  kind: Type.Enum(["request", "datagram", "mqtt", "event"]),
  /** The address that it is from, or goes to; "gateway" for events. */
  from: Type.String(),
  by: Type.Optional(TrafficCaller),
  what: Type.String(),
  status: Type.Optional(Type.Integer()),
  /** Of a refusal: the code in the envelope, or the return code of MQTT. */
  code: Type.Optional(Type.Integer()),
  millis: Type.Optional(Type.Number()),
  /** Why it was refused. */
  refusal: Type.Optional(Type.String()),
  /** Texts are cut short where they are long. */
  body: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  /** Of the answer or, where there is none, of the message. */
  bytes: Type.Integer(),
});
export type TrafficEntry = Readonly<Static<typeof TrafficEntry>>;
