import { expect, test } from "vitest";
import { namesAndMore } from "./names-and-more.ts";

test("the first names are named, and the others counted", () => {
  expect(namesAndMore(["TV bar"], 2)).toBe("TV bar");
  expect(namesAndMore(["TV bar", "Ceiling"], 2)).toBe("TV bar, Ceiling");
  expect(namesAndMore(["TV bar", "Ceiling", "Porch", "Dial"], 2)).toBe("TV bar, Ceiling and 2 more");
});
