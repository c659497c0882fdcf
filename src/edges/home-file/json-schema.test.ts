import { readFileSync } from "node:fs";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { homeFileSchemaText } from "./json-schema.ts";

test("the JSON Schema that ships for editors is the one that home files are checked with", () => {
  expect(readFileSync("homes/home.schema.json", "utf8")).toBe(homeFileSchemaText());
});

test("the JSON Schema, read back from its text, accepts the demo home and refuses a wrong one", () => {
  const schema = JSON.parse(homeFileSchemaText());
  const demo = readFileSync("homes/demo.yaml", "utf8");
  expect(Check(schema, parse(demo))).toBe(true);
  expect(Check(schema, parse(demo.replace("brightness: 60%", "brightness: 600%")))).toBe(false);
  expect(Check(schema, parse(demo.replace("product: bar lamp", "product: bar stool")))).toBe(false);
});
