import fc from "fast-check";
import { Type } from "typebox";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { DiscoveryReply } from "../../core/contract/discovery.ts";
import { WireLight } from "../../core/contract/light.ts";
import { Uuid } from "../../core/contract/values.ts";
import { cut, difference, shown } from "./report/shown.ts";
import { schemaViolations } from "./schema-violations.ts";

const Lamp = Type.Object({
  id: Uuid,
  type: Type.Literal("light"),
  on: Type.Enum([0, 1], { type: "integer" }),
  brightness: Type.Integer({ minimum: 1 }),
  mac: Type.String({ pattern: "^[0-9A-F]+$" }),
  points: Type.Array(Type.Object({ x: Type.Integer() })),
});

test("each field that does not fit is named with its path, what was expected and what was found", () => {
  const lamp = { id: "7", type: "lamp", on: 2, brightness: 0, mac: "ff", points: [{ x: 1 }, {}, 3] };
  expect(
    schemaViolations(Lamp, lamp).map(({ path, kind, expected, found }) => `${path} ${kind}: ${expected}, not ${found}`),
  ).toEqual([
    '/id value: a UUID, not "7"',
    '/type value: "light", not "lamp"',
    "/on value: one of 0, 1, not 2",
    "/brightness value: must be >= 1, not 0",
    '/mac value: a text like ^[0-9A-F]+$, not "ff"',
    "/points/1/x missing: a field of this name, not nothing",
    "/points/2 type: object, not 3",
  ]);
});

test("of a value of a wrong type, only the type is named", () => {
  expect(schemaViolations(Lamp.properties.on, "1")).toEqual([
    { path: "", kind: "type", expected: "integer", found: '"1"' },
  ]);
});

test.each([WireLight, DiscoveryReply])(
  "whatever the value, it has schemaViolations exactly when it does not fit",
  (schema) => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const found = schemaViolations(schema, value);
        expect(found.length === 0).toBe(Check(schema, value));
        for (const { path } of found) expect(path === "" || path.startsWith("/")).toBe(true);
      }),
    );
  },
);

test("a value is shown as JSON, not without end", () => {
  expect([shown(undefined), shown({ on: 1 }), shown("x".repeat(200)).length]).toEqual(["nothing", '{"on":1}', 101]);
  expect(cut("short")).toBe("short");
});

test("two lists of ids differ exactly when one has what the other has not, or more often", () => {
  const ids = fc.array(fc.constantFrom("A", "B", "C", "D"), { maxLength: 6 });
  fc.assert(
    fc.property(ids, ids, (expected, found) => {
      const isSame = [...expected].sort().join() === [...found].sort().join();
      expect(difference(expected, found) === undefined).toBe(isSame);
    }),
  );
  expect(difference(["A", "B"], ["B", "C"])).toBe("1 missing, such as A, 1 too many, such as C");
  expect(difference(["A"], ["A", "A"])).toBe("1 too many, such as A");
});
