import { expect, test } from "vitest";
import { withShownNames } from "./shown-names.ts";

test.each([
  ['"Porch" renamed to "Door"', '"Porch" renamed to "Door"'],
  [String.raw`"Leselampe ü \"A\"" removed from "B\\C"`, '"Leselampe ü ”A”" removed from "B\\C"'],
  [String.raw`"broken \x" removed`, String.raw`"broken \x" removed`],
])("names are shown without marks of JSON: %s", (did, shown) => {
  expect(withShownNames(did)).toBe(shown);
});
