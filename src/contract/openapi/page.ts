import type { OpenApiDocument, OpenApiOperation } from "./document.ts";
import { codeOf, operationParts, refusalsIn } from "./page-operation.ts";
import { fieldTable, table, typeText } from "./page-schemas.ts";

const NOTE = `The whole interface, written by \`npm run reference\` out of the contract (\`src/contract\`); the gateway serves the same as OpenAPI 3.1 at \`/openapi.json\`. Every example is an answer of a gateway with the demo home.
Why things are as they are: [spec-gaps](spec-gaps/README.md); events in depth: [control-and-events.md](control-and-events.md).`;

/** The document as a page for people. */
export function referencePage(document: OpenApiDocument): string {
  const operations = operationsIn(document);
  const common = commonCodes(document, operations);
  return `${[
    "# Reference",
    NOTE,
    document.info.description,
    "## Operations",
    table(["Request", "What it gives or does", "Key"], operations.map(asRow)),
    `Any request may be refused with ${[...common].join(", ")}.`,
    ...operations.flatMap((titled) => operationParts(document, { ...titled, common })),
    "## Headers",
    headersTable(document),
    "## Objects",
    ...objectsParts(document),
    "## Discovery",
    ...discoveryParts(document),
  ].join("\n\n")}\n`;
}

interface Titled {
  readonly title: string;
  readonly operation: OpenApiOperation;
}

const operationsIn = ({ paths }: OpenApiDocument): readonly Titled[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );

const asRow = ({ title, operation }: Titled): readonly string[] => [
  `[\`${title}\`](#${operation.operationId.toLowerCase()})`,
  operation.summary,
  keyText(operation),
];

function keyText({ security }: OpenApiOperation): string {
  if (security === undefined) return "with `--profile shared`";
  return security.length > 0 ? "needed" : "none";
}

/** The codes of refusals that every operation has. */
function commonCodes(document: OpenApiDocument, operations: readonly Titled[]): ReadonlySet<number> {
  const each = operations.map(({ operation }) => refusalsIn(document, operation).map(({ code }) => code));
  return new Set((each[0] ?? []).filter((code) => each.every((codes) => codes.includes(code))));
}

function headersTable({ components }: OpenApiDocument): string {
  const { parameters, headers } = components;
  return table(
    ["Header", "Of", "Meaning"],
    [
      ...Object.values(parameters).map(({ name, description }) => [`\`${name}\``, "requests", description]),
      ...Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, "answers", description]),
    ],
  );
}

/** Refusals have a table of their own. */
const objectsParts = (document: OpenApiDocument): readonly string[] =>
  Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    if (codeOf(document, name) !== undefined) return [];
    const { properties = {}, anyOf, description } = schema;
    const about = description === undefined ? [] : [`${description}.`];
    if (Object.keys(properties).length > 0) return [`### ${name}`, ...about, fieldTable(schema)];
    return anyOf ? [`### ${name}`, ...about, typeText(schema)] : [];
  });

function discoveryParts(document: OpenApiDocument): readonly string[] {
  const { request, reply, description, port } = document["x-udp-discovery"];
  const { data = {} } = reply.properties ?? {};
  return [
    `${description} UDP port ${port}.`,
    "A client asks:",
    fieldTable(request),
    "A gateway replies:",
    fieldTable(reply),
    "Its `data`:",
    fieldTable(data),
  ];
}
