import type { TSchema } from "typebox";
import { VERSION } from "../../runtime/package.ts";
import { ROUTES, type Route } from "./routes.ts";

/** The control address as an OpenAPI document. */
export const openApiDocument = () => ({
  openapi: "3.1.0",
  info: {
    title: "Luxgate sandbox: control address",
    version: VERSION,
    description: "Commands a gateway under test. Everything needs the token that the sandbox was given or printed.",
  },
  security: [{ token: [] }],
  paths: Object.fromEntries(ROUTES.map((route) => [route.path, { [route.method.toLowerCase()]: documented(route) }])),
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Refusal: { type: "object", properties: { error: { type: "string" } }, required: ["error"] },
    },
    responses: Object.fromEntries(REFUSALS.map(([status, description]) => [`refused-${status}`, refusal(description)])),
  },
});

const REFUSALS = [
  ["400", "The request is wrong; the error says where, with the nearest known word"],
  ["401", "The token is missing or wrong"],
  ["403", "A host or a web page that is not allowed"],
  ["409", "This cannot be done now; the error says why"],
] as const;

const json = (schema: unknown) => ({ "application/json": { schema } });

const refusal = (description: string) => ({ description, content: json({ $ref: "#/components/schemas/Refusal" }) });

const documented = ({ name, method, operation: { summary, given, result } }: Route) => ({
  operationId: name,
  summary,
  ...(method === "POST" ? { requestBody: { required: false, content: json(plainSchema(given)) } } : {}),
  responses: {
    "200": { description: "Done", content: json(plainSchema(result)) },
    ...Object.fromEntries(REFUSALS.map(([status]) => [status, { $ref: `#/components/responses/refused-${status}` }])),
  },
});

/** A schema without what JSON cannot carry: patterns and clocks of JavaScript. */
const plainSchema = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if ("anyOf" in value && Array.isArray(value.anyOf)) return { ...value, anyOf: value.anyOf.filter(isOfJson) };
    if (!("typeName" in value)) return value;
    const { typeName: type, ...rest } = value;
    return { type, ...rest };
  });

/** A type of JSON has a small letter. */
const isOfJson = (schema: { readonly type?: unknown }): boolean => !/^[A-Z]/.test(String(schema.type ?? ""));
