import { DISCOVERY_PORT, DiscoveryReply, DiscoveryRequest } from "../discovery.ts";
import { OPERATIONS, type OperationName } from "../operations.ts";
import type { OpenApiDocument, OpenApiOperation } from "./document.ts";
import type { RecordedAnswer } from "./examples.ts";
import { HEADER_PARAMETERS, HEADERS } from "./headers.ts";
import { openApiOperation, TAGS } from "./operation.ts";
import { commonResponses } from "./responses.ts";
import { namedSchemas, referring } from "./schemas.ts";
import { DESCRIPTION } from "./text.ts";

/** The version of the interface, which its paths bear: spec §9. */
const VERSION = "2";

/** The whole interface as OpenAPI 3.1, with recorded answers as examples. */
export const openApiDocument = (recorded: readonly RecordedAnswer[]): OpenApiDocument => ({
  openapi: "3.1.1",
  info: {
    title: "Luxgate",
    version: VERSION,
    description: DESCRIPTION,
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/", description: "The gateway that serves this document" }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  security: [{}, { applicationKey: [] }],
  paths: pathsOf(recorded),
  components: {
    schemas: namedSchemas(),
    responses: commonResponses(recorded),
    parameters: HEADER_PARAMETERS,
    headers: HEADERS,
    securitySchemes: {
      applicationKey: {
        type: "apiKey",
        in: "header",
        name: "application-key",
        description: "The key from `POST /api`. After 20 invalid keys, an address can try one key per second.",
      },
    },
  },
  "x-udp-discovery": {
    description: "Not HTTP: JSON datagrams, broadcast to this port.",
    port: DISCOVERY_PORT,
    request: referring(DiscoveryRequest),
    reply: referring(DiscoveryReply),
  },
});

function pathsOf(recorded: readonly RecordedAnswer[]): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const name of Object.keys(OPERATIONS) as OperationName[]) {
    const { path, method } = OPERATIONS[name];
    const own = recorded.filter(({ operation }) => operation === name);
    const template = path.replace(":id", "{id}");
    paths[template] = { ...paths[template], [method.toLowerCase()]: openApiOperation(name, own) };
  }
  return paths;
}
