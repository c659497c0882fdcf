import { expect, test } from "vitest";
import { matches } from "./search.ts";

test.each([
  ["", true],
  ["  ", true],
  ["kuche", true],
  ["KÜCHE deck", true],
  ["decke küche", true],
  ["bad", false],
  ["küche bad", false],
])("%j among the lamp “Deckenlampe” of the room “Küche”: %j", (query, isFound) => {
  expect(matches(query, ["Küche", "Deckenlampe"])).toBe(isFound);
});
