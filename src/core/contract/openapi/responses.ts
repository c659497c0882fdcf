import type { TSchema } from "typebox";
import { DoneEnvelope, EitherEnvelope, SuccessEnvelope } from "../envelope.ts";
import { EVENT_DATA } from "../event-data.ts";
import { OPERATIONS, type Operation, type OperationName } from "../operations.ts";
import { REFUSALS, type RefusalName, statusOfRefusal } from "../refusals.ts";
import type { JsonSchema, OpenApiMedia, OpenApiReference, OpenApiResponse } from "./document.ts";
import { exampleAnswers, type RecordedAnswer } from "./examples.ts";
import { headersOf, isTagged, REFUSAL_HEADERS, TAGGED } from "./headers.ts";
import { linksOf } from "./links.ts";
import { nameOfRefusal, refusalsOf } from "./refusals.ts";
import { referenceTo, referring } from "./schemas.ts";

type Responses = Readonly<Record<string, OpenApiResponse | OpenApiReference>>;

const UNCHANGED = "Unchanged";

const responseNamed = (name: string): OpenApiReference => ({ $ref: `#/components/responses/${name}` });

/** Everything that an operation may answer, by status. */
export function responsesOf(name: OperationName, recorded: readonly RecordedAnswer[]): Responses {
  const operation: Operation = OPERATIONS[name];
  const refusals = refusalsOf(name);
  return {
    200: {
      description: descriptionOf(refusals.filter(isPlainFor(operation))),
      ...headersOf(operation),
      content: contentOf(
        name,
        recorded.filter(({ status }) => status === 200),
      ),
      ...linksOf(name),
    },
    ...(isTagged(operation) ? { 304: responseNamed(UNCHANGED) } : {}),
    ...Object.fromEntries(
      refusals
        .filter((refusal) => !isPlainFor(operation)(refusal))
        .map((refusal) => [REFUSALS[refusal].status, responseNamed(nameOfRefusal(refusal))]),
    ),
  };
}

/** A refusal that has the status of a success, as clients take others for no gateway at all (G50). */
const isPlainFor =
  ({ method }: Pick<Operation, "method">) =>
  (refusal: RefusalName): boolean =>
    statusOfRefusal(refusal, { isWrite: method !== "GET" }) === 200;

const descriptionOf = (refusals: readonly RefusalName[]): string => {
  const codes = refusals.map((refusal) => `${REFUSALS[refusal].code} (${REFUSALS[refusal].message})`);
  return codes.length === 0 ? "Success." : `Success, or a refusal with a code other than 0: ${codes.join(", ")}.`;
};

function contentOf(name: OperationName, recorded: readonly RecordedAnswer[]): Record<string, OpenApiMedia> {
  const { answer, method }: Operation = OPERATIONS[name];
  const refusals = refusalsOf(name)
    .filter(isPlainFor({ method }))
    .map((refusal) => referenceTo(nameOfRefusal(refusal)));
  const json = (...successes: readonly JsonSchema[]): OpenApiMedia => ({
    schema: oneOf([...successes, ...refusals]),
    ...exampleAnswers(recorded),
  });
  switch (answer) {
    case "nothing":
      return { "application/json": json(referring(DoneEnvelope())) };
    case "picture":
      return { "image/*": {}, "application/json": json() };
    case "openapi":
      return { "application/json": json(WHOLE_DOCUMENT) };
    case "event-stream":
      return { "text/event-stream": eventStream(recorded), "application/json": { schema: { oneOf: refusals } } };
    default: {
      const { layout, resource } = answer;
      // The lights of a device, asked for by the device's id, are a list (G58).
      const isEither = name === "getLight";
      const success = isEither ? EitherEnvelope([layout, "arr+len"], resource) : SuccessEnvelope(layout, resource);
      return { "application/json": json(referring(success)) };
    }
  }
}

/** A schema that is the only one stands for itself. */
const oneOf = (schemas: readonly JsonSchema[]): JsonSchema => {
  const [first, second] = schemas;
  return first && !second ? first : { oneOf: schemas };
};

const WHOLE_DOCUMENT: JsonSchema = {
  type: "object",
  description: "The document",
  properties: { openapi: { type: "string", description: "OpenAPI version of the document" } },
  required: ["openapi"],
};

/** One of the messages of a stream, as its lines say it. */
const eventOf = ([event, data]: readonly [string, TSchema]): JsonSchema => ({
  type: "object",
  properties: {
    id: { type: "string", description: "Increasing whole numbers; empty with `reset`" },
    event: { type: "string", const: event },
    data: { type: "string", contentMediaType: "application/json", contentSchema: referring(data) },
  },
  required: ["id", "event", "data"],
});

const eventStream = (recorded: readonly RecordedAnswer[]): OpenApiMedia => ({
  schema: {
    type: "string",
    description:
      "Events as lines `id`, `event` and `data`, with an empty line after each event. The stream never ends.",
    contentMediaType: "text/event-stream",
    contentSchema: { type: "array", items: { anyOf: Object.entries(EVENT_DATA).map(eventOf) } },
  },
  ...exampleAnswers(recorded),
});

/** The answers that several operations have in common; `recorded` are those of all operations. */
export function commonResponses(recorded: readonly RecordedAnswer[]): Readonly<Record<string, OpenApiResponse>> {
  const refusals = (Object.keys(REFUSALS) as RefusalName[]).filter((name) => REFUSALS[name].status !== 200);
  return {
    [UNCHANGED]: { description: "The client already has this answer; there is no body", headers: TAGGED },
    ...Object.fromEntries(
      refusals.map((refusal) => {
        const { status, code, message } = REFUSALS[refusal];
        const examples = exampleAnswers(recorded.filter((one) => one.status === status));
        const media = { schema: referenceTo(nameOfRefusal(refusal)), ...examples };
        const headers = REFUSAL_HEADERS[refusal];
        return [
          nameOfRefusal(refusal),
          {
            description: `Code ${code}: ${message}`,
            ...(headers && { headers }),
            content: { "application/json": media },
          },
        ];
      }),
    ),
  };
}
