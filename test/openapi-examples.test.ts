import { expect, test } from "vitest";
import { recordAnswers } from "./support/http/recorded-answers.ts";

test("the examples of the OpenAPI document are what the gateway answers; npm run reference writes them anew", async () => {
  const recorded = await recordAnswers();
  await expect(`${JSON.stringify(recorded, null, 1)}\n`).toMatchFileSnapshot(
    "../src/core/contract/openapi/examples.json",
  );
});
