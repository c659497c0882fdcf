import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../../contract/operations.ts";
import { gapIdsIn, gapsIn } from "./gaps.ts";

const GAPS = gapsIn(readFileSync("docs/spec-gaps.md", "utf8"));

test("a gap has its question and what Luxgate does, without marks", () => {
  expect(GAPS.get("G3")).toEqual({
    id: "G3",
    gap: "Case of identifiers",
    choice: "UUIDs in upper case; look-ups, those of pictures too, ignore case",
  });
  expect(GAPS.get("G59")?.choice).toContain("res/<type>/<add|remove|update>");
});

test("every gap that an operation rests on is there", () => {
  const cited = Object.values(OPERATIONS).flatMap(({ source }) => gapIdsIn(source));
  expect(cited).toContain("G52");
  for (const id of cited) expect(GAPS.get(id)?.choice, id).toMatch(/\w/);
});

test("a gap that is named twice is one", () => {
  expect(gapIdsIn("Gap G52, as G20 and G52 say; no GET.")).toEqual(["G52", "G20"]);
});
