import { expect, test } from "vitest";
import type { OpenApiDocument, OpenApiOperation } from "./document.ts";
import { referencePage } from "./page.ts";
import { table, valuesText } from "./page-schemas.ts";

test.each([
  [{ minimum: 1, maximum: 100 }, "1 to 100"],
  [{ minimum: 0 }, "0 or more"],
  [{ maximum: 9 }, "at most 9"],
  [{ minItems: 1, maxItems: 5, items: { enum: [0, 1] } }, "1 to 5 items, `0`, `1`"],
  [{ const: "light" }, "`light`"],
  [{ pattern: "^a$" }, "`^a$`"],
  [{ pattern: `^${"a".repeat(50)}$` }, ""],
  [{ type: "string" }, ""],
])("%j is shown as %s", (schema, text) => {
  expect(valuesText(schema)).toBe(text);
});

test("what would end a cell of a table does not", () => {
  expect(table(["One"], [["a|b"]])).toBe("| One |\n| --- |\n| a\\|b |");
});

const NOTHING: OpenApiDocument = {
  openapi: "3.1.1",
  info: { title: "Nothing", description: "It has nothing." },
  servers: [],
  tags: [],
  security: [],
  paths: {},
  components: { schemas: {}, responses: {}, parameters: {}, headers: {}, securitySchemes: {} },
  "x-udp-discovery": { description: "Silence.", port: 9, request: {}, reply: {} },
};

test("a document that holds nothing makes a page all the same", () => {
  expect(referencePage(NOTHING)).toContain("It has nothing.");
});

test("an operation without answers, and one whose answer is described nowhere, are shown by what they have", () => {
  const operation = (operationId: string, responses: OpenApiOperation["responses"]): OpenApiOperation => ({
    operationId,
    summary: "Does nothing",
    description: "Nowhere.",
    tags: [],
    parameters: [],
    responses,
  });
  const paths = {
    "/one": { get: operation("one", {}) },
    "/two": { get: operation("two", { 200: { $ref: "#/components/responses/Lost" } }) },
  };
  const page = referencePage({ ...NOTHING, paths });
  expect(page).toContain("### one\n\n`GET /one`\n\nDoes nothing. Nowhere.");
  expect(page).toContain("### two");
});
