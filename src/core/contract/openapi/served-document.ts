import recordedExamples from "./examples.json" with { type: "json" };
import { openApiDocument } from "./openapi.ts";

/** The document as gateways serve it, with answers of the demo home as examples. */
export const openApiText = (): string => JSON.stringify(openApiDocument(recordedExamples));
