import { type Static, type TProperties, Type } from "typebox";
import { expecting, strict } from "../../edges/home-file/schema.ts";
import { Count, Millis } from "./quantities.ts";
import { JsonRequestFilter, RequestFilter } from "./request-filter.ts";

const Bytes = Type.Integer({ minimum: 0, description: "a whole number of bytes" });

/** The answer begins so much later, by the gateway's clock. */
export const Delay = Type.Object({ kind: Type.Literal("delay"), millis: Millis }, strict("a delay with its millis"));
export type Delay = Static<typeof Delay>;

/** The answer trickles: so many bytes (1, by default) each time, in real time whatever the gateway's clock. */
export const Slow = Type.Object(
  { kind: Type.Literal("slow"), everyMillis: Millis, bytes: Type.Optional(Count) },
  strict("slowness with its everyMillis"),
);
export type Slow = Static<typeof Slow>;

/** The connection is cut in the middle of the answer: after so many bytes of its body, or half of them. */
export const Cut = Type.Object({ kind: Type.Literal("cut"), afterBytes: Type.Optional(Bytes) }, strict("a cut"));
export type Cut = Static<typeof Cut>;

/** The connection stays, but nothing more comes over it: after so many bytes of the answer's body, or half of them. */
export const Stall = Type.Object({ kind: Type.Literal("stall"), afterBytes: Type.Optional(Bytes) }, strict("a stall"));
export type Stall = Static<typeof Stall>;

/** A connection is cut as soon as it is made. */
export const Refuse = Type.Object({ kind: Type.Literal("refuse") }, strict("a refusal"));
export type Refuse = Static<typeof Refuse>;

/** The request is taken, and nothing comes back. */
export const Hang = Type.Object({ kind: Type.Literal("hang") }, strict("a hang"));
export type Hang = Static<typeof Hang>;

/** Another answer; the gateway itself never hears of the request. The body is its envelope for that status unless given. */
export const OtherAnswer = Type.Object(
  {
    kind: Type.Literal("answer"),
    status: Type.Integer({ minimum: 200, maximum: 599, description: "an HTTP status from 200 to 599" }),
    body: Type.Optional(Type.String(expecting("a text"))),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), expecting("an object with header names, and their values as texts")),
    ),
  },
  strict("an answer with its status"),
);
export type OtherAnswer = Static<typeof OtherAnswer>;

/** The last character of the answer's JSON is missing. */
export const MalformedJson = Type.Object({ kind: Type.Literal("malformed-json") }, strict("malformed JSON"));
export type MalformedJson = Static<typeof MalformedJson>;

/** `len` counts so many more (1, by default) than there are. */
export const WrongLen = Type.Object(
  { kind: Type.Literal("wrong-len"), by: Type.Optional(Type.Integer(expecting("a whole number"))) },
  strict("a wrong len"),
);
export type WrongLen = Static<typeof WrongLen>;

/** Heartbeats of an event stream do not come. */
export const LoseHeartbeats = Type.Object({ kind: Type.Literal("lose-heartbeats") }, strict("lost heartbeats"));
export type LoseHeartbeats = Static<typeof LoseHeartbeats>;

/** Events of an event stream do not come. */
export const LoseEvents = Type.Object({ kind: Type.Literal("lose-events") }, strict("lost events"));
export type LoseEvents = Static<typeof LoseEvents>;

/** The answer of discovery does not come. */
export const Lose = Type.Object({ kind: Type.Literal("lose") }, strict("a lost answer"));
export type Lose = Static<typeof Lose>;

const MOST_COPIES = 1_000;

const Copies = Type.Integer({
  minimum: 1,
  maximum: MOST_COPIES,
  description: `a whole number of copies from 1 to ${MOST_COPIES}`,
});

/** The answer of discovery comes so many times (2, by default). */
export const Duplicate = Type.Object(
  { kind: Type.Literal("duplicate"), copies: Type.Optional(Copies) },
  strict("a duplicate answer"),
);
export type Duplicate = Static<typeof Duplicate>;

/** What can go wrong with an HTTP request. */
export const HttpMisbehaviour = Type.Union([
  Delay,
  Slow,
  Cut,
  Stall,
  Hang,
  OtherAnswer,
  MalformedJson,
  WrongLen,
  LoseHeartbeats,
  LoseEvents,
]);
export type HttpMisbehaviour = Static<typeof HttpMisbehaviour>;

/** What can go wrong with an MQTT connection. */
export const MqttMisbehaviour = Type.Union([Refuse, Delay, Slow, Cut, Stall]);
export type MqttMisbehaviour = Static<typeof MqttMisbehaviour>;

/** What can go wrong with an answer of discovery. */
export const DatagramMisbehaviour = Type.Union([Delay, Lose, Duplicate, MalformedJson]);
export type DatagramMisbehaviour = Static<typeof DatagramMisbehaviour>;

/** Without it, until it is forgiven. */
const times = Type.Optional({ ...Count, description: "how many times it happens, a whole number of at least 1" });

const requests = <Filter extends TProperties>(filter: Filter) =>
  Type.Object(
    { door: Type.Optional(Type.Literal("http")), ...filter, times },
    strict("when: door, method, path and times"),
  );
const HttpConnections = Type.Object(
  { door: Type.Optional(Type.Literal("http")), times },
  strict("when: door and times only, because there is no request yet"),
);
const MqttConnections = Type.Object({ door: Type.Literal("mqtt"), times }, strict("when: door and times"));
const Datagrams = Type.Object({ door: Type.Literal("discovery"), times }, strict("when: door and times"));

const OTHERS = [
  Type.Object({ on: HttpConnections, as: Refuse }),
  Type.Object({ on: MqttConnections, as: MqttMisbehaviour }),
  Type.Object({ on: Datagrams, as: DatagramMisbehaviour }),
] as const;

/** What a gateway does wrong, and when. */
export const Misbehaviour = Type.Union([
  Type.Object({ on: requests(RequestFilter.properties), as: HttpMisbehaviour }),
  ...OTHERS,
]);
export type Misbehaviour = Static<typeof Misbehaviour>;

/** The same, as JSON says it. */
export const JsonMisbehaviour = Type.Union([
  Type.Object({ on: requests(JsonRequestFilter.properties), as: HttpMisbehaviour }),
  ...OTHERS,
]);
