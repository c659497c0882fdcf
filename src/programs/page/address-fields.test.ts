import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldsIn, queryFor } from "./address-fields.ts";

const DEFAULTS = { text: "", show: "all" };

test("an address has the fields that were chosen, whatever is in them, and no others", () => {
  expect(queryFor(DEFAULTS, DEFAULTS)).toBe("");
  expect(queryFor({ text: "hall", show: "all" }, DEFAULTS)).toBe("?text=hall");
  expect(fieldsIn("?show=offline&wibble=1", DEFAULTS)).toEqual({ text: "", show: "offline" });
  fc.assert(
    fc.property(fc.record({ text: fc.string(), show: fc.string() }), (fields) => {
      expect(fieldsIn(queryFor(fields, DEFAULTS), DEFAULTS)).toEqual(fields);
    }),
  );
});
