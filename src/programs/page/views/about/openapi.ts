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
}

export interface ReferenceParameter {
  readonly name: string;
  readonly place: "path" | "query";
  readonly description: string;
}

type Fields = Readonly<Record<string, unknown>>;

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
  const { operationId, summary, description, parameters, requestBody } = operation;
  return {
    id: textOf(operationId) || `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: textOf(summary),
    description: textOf(description),
    parameters: listOf(parameters).flatMap((one) => parameterOf(resolved(document, one))),
    body: method === "get" ? undefined : exampleIn(resolved(document, requestBody)),
  };
}

function parameterOf({ in: place, name, description }: Fields): readonly ReferenceParameter[] {
  if ((place !== "path" && place !== "query") || typeof name !== "string") return [];
  return [{ name, place, description: textOf(description) }];
}

/** The first example of a body. */
function exampleIn({ content }: Fields): string | undefined {
  const [media] = Object.values(fieldsOf(content)).map(fieldsOf);
  if (!media) return undefined;
  const { example, examples } = media;
  const [{ value } = {}] = Object.values(fieldsOf(examples)).map(fieldsOf);
  return JSON.stringify(example ?? value ?? {});
}

/** What a reference within the document leads to. */
function resolved(document: unknown, value: unknown): Fields {
  const { $ref } = fieldsOf(value);
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return fieldsOf(value);
  return fieldsOf(
    $ref
      .slice(2)
      .split("/")
      .reduce<unknown>((at, name) => fieldsOf(at)[name], document),
  );
}

/** The type of the resources whose ids a parameter takes; undefined where it takes none. */
export function resourceTypeOf({ path }: ReferenceOperation, { name, place }: ReferenceParameter): string | undefined {
  if (place === "path") return /\/resource\/(\w+)\/\{id\}/.exec(path)?.[1];
  return name === "room_uuid" ? "room" : undefined;
}

/** The target of a request, with the values that were filled in; empty ones of a query are left out. */
export function targetOf({ path, parameters }: ReferenceOperation, values: Readonly<Record<string, string>>): string {
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const given = parameters.filter(({ name, place }) => place === "query" && (values[name] ?? "") !== "");
  const query = given.map(({ name }) => `${encodeURIComponent(name)}=${encodeURIComponent(values[name] ?? "")}`);
  return query.length === 0 ? inPath : `${inPath}?${query.join("&")}`;
}

const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
