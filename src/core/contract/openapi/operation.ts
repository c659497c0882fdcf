import { OPERATIONS, type Operation, type OperationName, type ParameterKind } from "../operations.ts";
import { PARAMETER_FORMS, parametersOf } from "../parameters.ts";
import { Uuid } from "../values.ts";
import type { JsonSchema, OpenApiMedia, OpenApiOperation, OpenApiParameter } from "./document.ts";
import { exampleBodies, type RecordedAnswer } from "./examples.ts";
import { headerParametersOf } from "./headers.ts";
import { responsesOf } from "./responses.ts";
import { referring } from "./schemas.ts";

/** The groups in which operations are shown. */
export const TAGS = {
  device: "Physical products, including the gateway",
  light: "Lights and their state",
  sync: "Sync boxes, which drive lights from a video or music source",
  room: "Rooms, which group devices",
  scene: "Scenes",
  gateway: "The gateway itself, keys and events",
} as const;

const tagOf = (path: string): keyof typeof TAGS => {
  const [, resource = ""] = /\/resource\/(\w+)/.exec(path) ?? [];
  return Object.hasOwn(TAGS, resource) ? (resource as keyof typeof TAGS) : "gateway";
};

/** One row of the table of operations, with what was recorded of it. */
export function openApiOperation(name: OperationName, recorded: readonly RecordedAnswer[]): OpenApiOperation {
  const operation: Operation = OPERATIONS[name];
  return {
    operationId: name,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(operation.path)],
    ...securityOf(operation),
    parameters: [...pathParametersOf(operation), ...queryParametersOf(name), ...headerParametersOf(operation)],
    ...requestBodyOf(operation, recorded),
    responses: responsesOf(name, recorded),
  };
}

function descriptionOf({ source, method, body, key }: Operation): string {
  const section = /^spec §(.*)$/.exec(source)?.[1];
  const sentences = [
    section === undefined ? `Gap ${source} in docs/spec-gaps.` : `Section ${section} of the interface document.`,
  ];
  if (method === "GET" && body !== undefined) {
    sentences.push(
      "The interface document defines a GET with parameters in a JSON body. Clients that cannot send a body can use the query. If a parameter is in both, the body counts. `{}` is no filter (G20).",
    );
  }
  if (key === "checked")
    sentences.push("A key is optional, but if one is sent it must be valid. An empty header counts as no key.");
  return sentences.join(" ");
}

/** What the whole document says holds for the other reads: a key is needed with `--profile shared` alone. */
function securityOf({ key }: Operation): Pick<OpenApiOperation, "security"> {
  if (key === "never") return { security: [] };
  return key === "needed" ? { security: [{ applicationKey: [] }] } : {};
}

const pathParametersOf = ({ path, answer }: Operation): readonly OpenApiParameter[] =>
  path.includes(":id")
    ? [
        {
          name: "id",
          in: "path",
          description: answer === "picture" ? "The scene's `picture_id`" : "UUID of the resource, case-insensitive",
          required: true,
          schema: referring(Uuid),
        },
      ]
    : [];

const queryParametersOf = (name: OperationName): readonly OpenApiParameter[] =>
  parametersOf(name).map(({ name: parameter, kind, meaning }) => {
    const schema = parameterSchema(kind);
    const several = schema.type === "array" ? ({ style: "form", explode: false } as const) : {};
    return { name: parameter, in: "query", description: meaning, ...several, schema };
  });

/** Texts, as the interface document has all of them. */
const parameterSchema = (kind: ParameterKind): JsonSchema =>
  kind === "texts"
    ? { type: "array", items: { type: "string" }, description: WRITTEN[kind] }
    : { type: "string", pattern: PARAMETER_FORMS[kind].pattern, description: WRITTEN[kind] };

/** What a pattern says, for people. */
const WRITTEN: Readonly<Record<ParameterKind, string>> = {
  categories: "Whole numbers, separated by commas",
  flags: "`1` or `0`, or both, separated by a comma",
  switch: "`1` or `0`",
  uuid: "One UUID, case-insensitive",
  texts: "Texts, separated by commas",
};

function requestBodyOf(
  { method, body }: Operation,
  recorded: readonly RecordedAnswer[],
): Pick<OpenApiOperation, "requestBody"> {
  if (body === undefined) return {};
  const media: OpenApiMedia = { schema: referring(body), ...exampleBodies(recorded) };
  const isRead = method === "GET";
  const description = isRead
    ? "The parameters, if they are not in the query."
    : "The fields to change. Other fields stay as they are, and unknown fields are ignored.";
  return { requestBody: { description, required: !isRead, content: { "application/json": media } } };
}
