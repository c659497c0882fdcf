import type { TSchema } from "typebox";
import { VERSION } from "../../runtime/package.ts";
import { ROUTES, type Route } from "./routes.ts";

/** The control address as an OpenAPI document. */
export const openApiDocument = () => ({
  openapi: "3.1.0",
  info: {
    title: "Luxgate sandbox: control address",
    version: VERSION,
    description:
      "Commands a gateway under test. Everything needs the token that the sandbox was given or printed. What is read with GET can be read with POST too.",
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
  ["404", "Unknown path; the error names the nearest known one"],
  ["405", "Another method is needed; the error names it"],
  ["413", "The body is too large"],
  ["409", "This cannot be done now; the error says why"],
] as const;

const json = (schema: unknown) => ({ "application/json": { schema } });

const refusal = (description: string) => ({ description, content: json({ $ref: "#/components/schemas/Refusal" }) });

const documented = ({ name, method, operation: { summary, given, overNetwork, result } }: Route) => ({
  operationId: name,
  summary,
  ...(method === "POST"
    ? { requestBody: { required: false, content: json(plainSchema(overNetwork?.given ?? given)) } }
    : {}),
  responses: {
    "200": { description: "Done", content: json(plainSchema(result)) },
    ...Object.fromEntries(REFUSALS.map(([status]) => [status, { $ref: `#/components/responses/refused-${status}` }])),
  },
});

/** A schema with the types of JSON alone. */
const plainSchema = (schema: TSchema): unknown =>
  JSON.parse(JSON.stringify(schema), (_key, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    if (!("typeName" in value)) return value;
    const { typeName: type, ...rest } = value;
    return { type, ...rest };
  });
