import { expect, test } from "vitest";
import { fieldsIn } from "./body-fields.ts";

const DOCUMENT = {
  components: {
    schemas: {
      Flag: { type: "integer", enum: [0, 1], description: "1 on, 0 off" },
      Loop: { type: "object", properties: { again: { $ref: "#/components/schemas/Loop" } } },
      Body: {
        type: "object",
        required: ["on"],
        properties: {
          on: { $ref: "#/components/schemas/Flag" },
          brightness: { type: "integer", minimum: 0, maximum: 100, description: "In percent" },
          name: { type: "string", maxLength: 32 },
          mode: { anyOf: [{ const: "a" }, { const: "b" }, { type: "boolean" }] },
          colours: { type: "array", items: { type: "object", properties: { x: { type: "integer" } } } },
        },
      },
    },
  },
};

test("the fields of a body, with what they take and which are needed", () => {
  const fields = fieldsIn(DOCUMENT, { $ref: "#/components/schemas/Body" });
  expect(fields.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ["on", "0, 1", true],
    ["brightness", "integer, 0 to 100", false],
    ["name", "string, at most 32 characters", false],
    ["mode", '"a" or "b" or boolean', false],
    ["colours[]", "list of object", false],
    ["colours[].x", "integer", false],
  ]);
  expect(fields[0]?.description).toBe("1 on, 0 off");
});

test.each([undefined, null, 1, "x", { $ref: "#/nowhere" }])("what is no schema has no fields: %j", (schema) => {
  expect(fieldsIn(DOCUMENT, schema)).toEqual([]);
});

test("a schema that is in itself has an end", () => {
  expect(fieldsIn(DOCUMENT, { $ref: "#/components/schemas/Loop" })).toHaveLength(3);
  const either = { components: { schemas: { Either: { anyOf: [{ $ref: "#/components/schemas/Either" }] } } } };
  const looping = { properties: { one: { $ref: "#/components/schemas/Either" } } };
  expect(fieldsIn(either, looping)).toMatchObject([{ name: "one", type: "any" }]);
});
