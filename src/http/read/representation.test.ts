import { expect, test } from "vitest";
import { Representation } from "./representation.ts";

test("a representation is of the same pages with the same end, and of no others", () => {
  const page = Buffer.from('{"arr":[');
  const representation = new Representation([page, Buffer.from("]}")]);
  expect(representation.isOf([page, Buffer.from("]}")])).toBe(true);
  expect(representation.isOf([page, Buffer.from("],}")])).toBe(false);
  expect(representation.isOf([Buffer.from(page), Buffer.from("]}")])).toBe(false);
  expect(representation.isOf([page, page, Buffer.from("]}")])).toBe(false);
  expect(representation.isOf([])).toBe(false);
});
