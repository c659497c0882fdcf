import { expect, test } from "vitest";
import { openApiDocument } from "../src/core/contract/openapi/openapi.ts";
import { referencePage } from "../src/core/contract/openapi/page.ts";
import { recordAnswers } from "./support/http/recorded-answers.ts";

test("the reference is what the contract says; npm run reference writes it anew", async () => {
  const document = openApiDocument(await recordAnswers());
  await expect(referencePage(document)).toMatchFileSnapshot("../docs/reference.md");
});
