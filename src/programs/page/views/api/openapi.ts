import { type BodyField, fieldsIn } from "./body-fields.ts";
import { type Fields, fieldsOf, listOf, resolved, textOf } from "./json-document.ts";

/** As much of an OpenAPI document as the reference shows. */
export interface ReferenceOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ReferenceParameter[];
  /** An example of what is sent, as JSON; undefined where nothing is. */
  readonly body: string | undefined;
  /** What may be in that body. */
  readonly fields: readonly BodyField[];
  readonly key: "needed" | "optional" | "never";
  /** The group that it is shown in. */
  readonly tag: string;
}

export interface ReferenceParameter {
  readonly name: string;
  readonly place: "path" | "query";
  readonly description: string;
}

const METHODS = ["get", "post", "put"];

/** The operations of a document, in its order. What is not as expected is left out. */
export function operationsIn(document: unknown): readonly ReferenceOperation[] {
  const { paths } = fieldsOf(document);
  return Object.entries(fieldsOf(paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => method in fieldsOf(item)).map((method) =>
      operationOf(document, { method, path, operation: fieldsOf(fieldsOf(item)[method]) }),
    ),
  );
}

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Fields;
}

function operationOf(document: unknown, { method, path, operation }: Place): ReferenceOperation {
  const { operationId, summary, description, parameters, requestBody, tags, security } = operation;
  const { content } = method === "get" ? {} : resolved(document, requestBody);
  const [media] = Object.values(fieldsOf(content)).map(fieldsOf);
  const { schema } = media ?? {};
  return {
    id: textOf(operationId) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: textOf(summary),
    description: textOf(description),
    parameters: listOf(parameters).flatMap((one) => parameterOf(resolved(document, one))),
    body: media && exampleIn(media),
    fields: fieldsIn(document, schema),
    key: security === undefined ? "optional" : listOf(security).length === 0 ? "never" : "needed",
    tag: textOf(listOf(tags)[0]),
  };
}

function parameterOf({ in: place, name, description }: Fields): readonly ReferenceParameter[] {
  if ((place !== "path" && place !== "query") || typeof name !== "string") return [];
  return [{ name, place, description: textOf(description) }];
}

/** The first example of a body. */
function exampleIn({ example, examples }: Fields): string {
  const [{ value } = {}] = Object.values(fieldsOf(examples)).map(fieldsOf);
  return JSON.stringify(example ?? value ?? {}, undefined, 2);
}

/** The type of the resources whose ids a parameter takes; undefined where it takes none. */
export function resourceTypeOf({ path }: ReferenceOperation, { name, place }: ReferenceParameter): string | undefined {
  if (place === "path") return /\/resource\/(\w+)\/\{id\}/.exec(path)?.[1];
  return name === "room_uuid" ? "room" : undefined;
}

/** Whether its answer never ends. */
export const isEndless = ({ path }: Pick<ReferenceOperation, "path">): boolean => path.startsWith("/eventstream/");

const RESOURCE_WORDS: Readonly<Record<string, string>> = {
  light: "a light",
  device: "a device",
  sync: "a sync box",
  room: "a room",
  scene: "a scene",
  group_light: "a group of lights",
};

/** What has to be filled in before a request makes sense; undefined where nothing is missing. */
export function missingIn(operation: ReferenceOperation, values: Readonly<Record<string, string>>): string | undefined {
  const missing = operation.parameters.find(
    ({ name, place }) => place === "path" && (values[name] ?? "").trim() === "",
  );
  if (!missing) return undefined;
  const words = RESOURCE_WORDS[resourceTypeOf(operation, missing) ?? ""];
  return words === undefined ? `Fill in ${missing.name} first.` : `Choose ${words} first.`;
}

/** The target of a request, with the values that were filled in; empty ones of a query are left out. */
export function targetOf({ path, parameters }: ReferenceOperation, values: Readonly<Record<string, string>>): string {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const given = parameters.filter(({ name, place }) => place === "query" && (values[name] ?? "") !== "");
  const query = given.map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? "")}`);
  return query.length === 0 ? inPath : `${inPath}?${query.join("&")}`;
}
