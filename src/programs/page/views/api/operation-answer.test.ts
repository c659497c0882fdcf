import { expect, test } from "vitest";
import { answerIn } from "./operation-answer.ts";

test.each([
  [200, '{"code":0}', "200 in 5 ms", false],
  [200, '{"code":-422,"msg":"brightness"}', "200 in 5 ms · refused, code -422", true],
  [404, '{"code":-1}', "404 in 5 ms · refused, code -1", true],
  [502, "<html>", "502 in 5 ms · refused", true],
  [200, "ok", "200 in 5 ms", false],
])("an answer with the status %i and %s is shown as %s", (status, body, outcome, isRefused) => {
  expect(answerIn(status, body, 5)).toMatchObject({ outcome, isRefused });
});
