import { Type } from "typebox";
import { expecting, strict } from "../../../edges/home-file/schema.ts";
import { checkedJsonMisbehaviour, checkedMisbehaviour } from "../check-misbehaviour.ts";
import { JsonMisbehaviour, Misbehaviour } from "../misbehaviour.ts";
import { nextRequest } from "../next-request.ts";
import { AwaitedRequest, JsonAwaitedRequest } from "../request-filter.ts";
import type { LoggedRequest } from "../request-log.ts";
import { Nothing, operation } from "./operation.ts";

const Logged = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: "1 for the first request after a start or a reset" }),
    method: Type.String(),
    path: Type.String({ description: "With its query" }),
    headers: Type.Record(Type.String(), Type.String(), { description: "By their names in lower case" }),
    body: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()], {
      description: "The status that the client got; null while it has none, and if it left before it came",
    }),
  },
  { description: "A request of a client" },
);

/** JSON has no undefined. */
const logged = (request: LoggedRequest) => ({
  ...request,
  headers: { ...request.headers },
  status: request.status ?? null,
});

/** One of its forms is checked by hand, for the nearest word. */
const givenAs = ({ anyOf }: typeof Misbehaviour | typeof JsonMisbehaviour) =>
  Type.Object({
    on: Type.Union(
      anyOf.map(({ properties }) => properties.on),
      expecting("which requests, connections or datagrams"),
    ),
    as: Type.Union(
      anyOf.map(({ properties }) => properties.as),
      expecting("the fault"),
    ),
  });

export const REQUEST_OPERATIONS = {
  requests: operation({
    summary: "List the requests since the start or the last reset, at most the latest 10,000.",
    isRead: true,
    given: Type.Object({}, strict("nothing")),
    result: Type.Object({ requests: Type.Array(Logged) }),
    run: ({ log }) => ({ requests: log.requests.map(logged) }),
  }),
  nextRequest: operation({
    summary:
      "Wait for the next matching request, until the client has its status or none will come. A delay ends it too.",
    given: AwaitedRequest,
    result: Logged,
    overNetwork: { given: JsonAwaitedRequest, defaults: { withinMillis: 10_000 } },
    run: async ({ log }, given, { signal }) => logged(await nextRequest(log, given, signal)),
  }),
  misbehave: operation({
    summary: "Make the gateway misbehave. The first fault that matches applies.",
    given: givenAs(Misbehaviour),
    result: Type.Object({ rule: Type.Integer({ description: "The number by which behave ends this fault" }) }),
    check: checkedMisbehaviour as (what: string, given: unknown) => never,
    overNetwork: {
      given: givenAs(JsonMisbehaviour),
      check: checkedJsonMisbehaviour as (what: string, given: unknown) => never,
    },
    run: ({ rules }, given) => ({ rule: rules.add(given as Misbehaviour) }),
  }),
  behave: operation({
    summary: "End one fault of the gateway, or all of them.",
    given: Type.Object(
      { rule: Type.Optional(Type.Integer(expecting("the number that misbehave returned"))) },
      strict("the number of a rule, or nothing"),
    ),
    result: Nothing,
    run: ({ rules }, { rule }) => (rule === undefined ? rules.clear() : rules.remove(rule)),
  }),
};
