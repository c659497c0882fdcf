import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import recorded from "../src/core/contract/openapi/examples.json" with { type: "json" };
import { openApiDocument } from "../src/core/contract/openapi/openapi.ts";

/** What the linter says of a document, a line each. */
async function lint(source: string): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

const text = JSON.stringify(openApiDocument(recorded));

test("the OpenAPI document passes the linter in its strictest setting, examples included", async () => {
  expect(await lint(text)).toEqual([]);
});

test.each([
  ["an example that does not fit its schema", '"brightness":80', '"brightness":800', "no-invalid-media-type-examples"],
  ["a reference that leads nowhere", "#/components/schemas/Light", "#/components/schemas/Lamp", "no-unresolved-refs"],
  ["two operations of one name", '"operationId":"getRoom"', '"operationId":"getScene"', "operation-operationId-unique"],
  [
    "a path parameter that is not declared",
    '"name":"id","in":"path"',
    '"name":"di","in":"path"',
    "path-parameters-defined",
  ],
])("the linter sees %s", async (_, right, wrong, rule) => {
  expect(text).toContain(right);
  expect((await lint(text.replaceAll(right, wrong))).join("\n")).toContain(rule);
});
