import type { JsonSchema, OpenApiDocument, OpenApiMedia, OpenApiOperation, OpenApiResponse } from "./document.ts";
import { nameIn, table, typeText, valuesText } from "./page-schemas.ts";

/** Longer examples are found in the document itself. */
const SHOWN_LENGTH = 1_300;

type Contents = Readonly<Record<string, OpenApiMedia>>;

/** A refusal that may come instead of a success. */
interface Refused {
  readonly status: string;
  readonly code: number;
}

/** Everything that an operation may be refused with. */
export const refusalsIn = (document: OpenApiDocument, { responses }: OpenApiOperation): readonly Refused[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const { content = {} } = "$ref" in response ? responseNamed(document, nameIn(response)) : response;
    const kinds = Object.values(content).flatMap(({ schema }) => (schema ? kindsOf(schema) : []));
    const codes = kinds.flatMap((kind) => codeOf(document, nameIn(kind)) ?? []);
    return [...new Set(codes)].map((code) => ({ status, code }));
  });

const responseNamed = ({ components }: OpenApiDocument, name: string): OpenApiResponse =>
  components.responses[name] ?? { description: "" };

const kindsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.oneOf ?? [schema];

/** The code of the refusal that is called so; undefined for what is none. */
export const codeOf = ({ components }: OpenApiDocument, name: string): number | undefined => {
  const code = propertyOf(components.schemas[name], "code")?.const;
  return typeof code === "number" ? code : undefined;
};

const propertyOf = (schema: JsonSchema | undefined, name: string): JsonSchema | undefined => schema?.properties?.[name];

/** An operation as the page shows it. Codes that are `common` to all operations are listed elsewhere. */
export function operationParts(
  document: OpenApiDocument,
  { title, operation, common }: { title: string; operation: OpenApiOperation; common: ReadonlySet<number> },
): readonly string[] {
  const { operationId, summary, description, requestBody } = operation;
  const { content = {}, links = {} } = answerOf(operation);
  const refusals = refusalsIn(document, operation).filter(({ code }) => !common.has(code));
  const texts = (some: Contents) => contentTexts(document, some).join(", or ");
  return [
    `### ${operationId}`,
    `\`${title}\``,
    `${summary}. ${description}`,
    ...parametersParts(operation),
    ...(requestBody ? [`Body: ${texts(requestBody.content)}. ${requestBody.description}`] : []),
    [`Answer: ${texts(content)}.`, ...refusalSentences(refusals), ...linkSentences(Object.keys(links))].join(" "),
    ...Object.values(content).flatMap(exampleParts),
  ];
}

const answerOf = ({ responses }: OpenApiOperation): OpenApiResponse => {
  const answer = responses["200"];
  return answer && "description" in answer ? answer : { description: "" };
};

function parametersParts({ parameters }: OpenApiOperation): readonly string[] {
  const rows = parameters.flatMap((parameter) => {
    if ("$ref" in parameter) return [];
    const { name, in: place, schema, description } = parameter;
    return [[`\`${name}\``, place, typeText(schema), schema.description ?? valuesText(schema), description]];
  });
  const headers = parameters.flatMap((parameter) => ("$ref" in parameter ? [nameIn(parameter)] : []));
  return [
    ...(rows.length > 0 ? [table(["Parameter", "In", "Type", "Values", "Meaning"], rows)] : []),
    ...(headers.length > 0 ? [`[Headers](#headers): ${headers.join(", ")}.`] : []),
  ];
}

const refusalSentences = (refusals: readonly Refused[]): readonly string[] =>
  refusals.length === 0
    ? []
    : [`Refused with ${refusals.map(({ status, code }) => `${code} (HTTP ${status})`).join(", ")}.`];

const linkSentences = (operations: readonly string[]): readonly string[] =>
  operations.length === 0
    ? []
    : [`Leads to ${operations.map((name) => `[${name}](#${name.toLowerCase()})`).join(", ")}.`];

/** A body that is no refusal; an envelope is named by what it holds. */
const contentTexts = (document: OpenApiDocument, content: Contents): readonly string[] =>
  Object.entries(content).flatMap(([mediaType, { schema }]) => {
    if (schema === undefined || mediaType !== "application/json") return [`\`${mediaType}\``];
    const kinds = kindsOf(schema).filter((kind) => codeOf(document, nameIn(kind)) === undefined);
    return kinds.map(kindText);
  });

function kindText(kind: JsonSchema): string {
  const data = propertyOf(kind, "data");
  if (!data) return typeText(kind);
  return (data.anyOf ?? [data]).map(dataText).join(", or ");
}

const dataText = ({ properties = {} }: JsonSchema): string =>
  Object.entries(properties)
    .map(([name, field]) => `\`${name}\` ${typeText(field)}`)
    .join(", ");

const exampleParts = ({ examples = {} }: OpenApiMedia): readonly string[] =>
  Object.values(examples)
    .map(({ summary, value }) => ({ summary, text: typeof value === "string" ? value.trim() : JSON.stringify(value) }))
    .filter(({ text }) => text.length <= SHOWN_LENGTH)
    .map(({ summary, text }) => `\`\`\`\n${summary}\n\n${text}\n\`\`\``);
