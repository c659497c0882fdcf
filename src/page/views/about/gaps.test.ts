import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../../contract/operations.ts";
import { gapIdsIn, gapsIn, withoutGapIds } from "./gaps.ts";

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

test.each([
  ["Gap G52 in docs/spec-gaps.md.", ""],
  ["Gap G52 in docs/spec-gaps.md. A key is optional (G51).", "A key is optional."],
  [
    "As before (G3, G4 and G5), or the nearest (of the lamp's own, G67)",
    "As before, or the nearest (of the lamp's own)",
  ],
  ["Section 4.1 of the interface document.", "Section 4.1 of the interface document."],
])("the page shows no ids of gaps: %j", (text, shown) => {
  expect(withoutGapIds(text)).toBe(shown);
});
