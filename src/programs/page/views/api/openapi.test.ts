import { expect, test } from "vitest";
import { missingIn, operationsIn, resourceTypeOf, targetOf } from "./openapi.ts";

const DOCUMENT = {
  paths: {
    "/clip/v2/resource/light/{id}": {
      get: {
        operationId: "getLight",
        summary: "One light",
        parameters: [
          { $ref: "#/components/parameters/Id" },
          { in: "query", name: "ext", description: "More" },
          { in: "header", name: "application-key" },
        ],
      },
      put: {
        operationId: "setLight",
        requestBody: {
          content: {
            "application/json": {
              examples: { on: { value: { on: 1 } } },
              schema: { properties: { on: { type: "integer" } } },
            },
          },
        },
      },
    },
  },
  components: { parameters: { Id: { in: "path", name: "id", description: "UUID" } } },
};

test("the operations of a document, with their parameters and an example of a body", () => {
  const [read, write] = operationsIn(DOCUMENT);
  expect(read).toMatchObject({ id: "getLight", method: "GET", summary: "One light", body: undefined });
  expect(read?.parameters.map(({ name }) => name)).toEqual(["id", "ext"]);
  expect(write?.body).toBe('{\n  "on": 1\n}');
  expect(write?.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual(["on: integer"]);
});

test("values are put into the path and the query so that they cannot lead elsewhere", () => {
  const [read] = operationsIn(DOCUMENT);
  expect(read && targetOf(read, { id: "../a?b", ext: "1&x" })).toBe("/clip/v2/resource/light/..%2Fa%3Fb?ext=1%26x");
  expect(read && targetOf(read, { id: "a" })).toBe("/clip/v2/resource/light/a");
});

test("a request without an id names what to choose", () => {
  const [read] = operationsIn(DOCUMENT);
  expect(read && missingIn(read, { id: " " })).toBe("Choose a light first.");
  expect(read && missingIn({ ...read, path: "/clip/v2/picture/{id}" }, {})).toBe("Fill in id first.");
  expect(read && missingIn(read, { id: "A" })).toBeUndefined();
});

test("a parameter that takes an id tells of what", () => {
  const [read] = operationsIn(DOCUMENT);
  expect(read?.parameters.map((parameter) => resourceTypeOf(read, parameter))).toEqual(["light", undefined]);
  const room = { name: "room_uuid", place: "query", description: "" } as const;
  expect(read && resourceTypeOf(read, room)).toBe("room");
});

test.each([undefined, null, 1, [], { paths: 3 }])("what is no document has no operations: %j", (document) => {
  expect(operationsIn(document)).toEqual([]);
});
