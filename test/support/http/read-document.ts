import { Check } from "typebox/value";
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiResponse,
} from "../../../src/core/contract/openapi/document.ts";

/** An OpenAPI document as its readers see it: references are followed. */
export class ReadDocument {
  readonly document: OpenApiDocument;

  constructor(text: string) {
    this.document = JSON.parse(text);
  }

  /** Every operation, by its id. */
  get operations(): ReadonlyMap<string, OpenApiOperation & { readonly method: string; readonly path: string }> {
    const operations = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
    );
    return new Map(operations.map((operation) => [operation.operationId, operation]));
  }

  response(operationId: string, status: number): OpenApiResponse | undefined {
    const response = this.operations.get(operationId)?.responses[status];
    return response && this.#followed<OpenApiResponse>(response);
  }

  /** Whether the document says that such an answer may come. */
  allows(operationId: string, answer: { readonly status: number; readonly json: unknown }): boolean {
    const schema = this.response(operationId, answer.status)?.content?.["application/json"]?.schema;
    return schema !== undefined && Check(this.whole(schema), answer.json);
  }

  /** A schema without references. */
  whole(schema: JsonSchema): JsonSchema {
    return this.#whole(schema) as JsonSchema;
  }

  #whole(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#whole(item));
    if (typeof value !== "object" || value === null) return value;
    const followed = this.#followed(value);
    return followed === value
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#whole(item)]))
      : this.#whole(followed);
  }

  #followed<Part extends object>(part: object): Part {
    if (!("$ref" in part)) return part as Part;
    const [, ...names] = String(part.$ref).split("/");
    return names.reduce((whole, name) => whole[name] as Record<string, unknown>, this.#parts) as Part;
  }

  get #parts(): Record<string, unknown> {
    return { ...this.document };
  }
}
