import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../../../core/contract/operations.ts";
import { gapIdsIn, gapsIn, withoutReferences } from "./gaps.ts";

const FOLDER = "docs/spec-gaps";
const PAGES = readdirSync(FOLDER).filter((name) => name !== "README.md");
const GAPS = gapsIn(PAGES.map((name) => readFileSync(`${FOLDER}/${name}`, "utf8")).join("\n"));

test("every page of gaps is bundled", () => {
  const bundled = readFileSync("src/programs/page/views/api/gap-texts.ts", "utf8");
  for (const name of PAGES) expect(bundled).toContain(`/${FOLDER}/${name}"`);
});

test("a gap has its question and what Luxgate does, without marks", () => {
  expect(GAPS.get("G3")).toEqual({
    id: "G3",
    gap: "Case of identifiers",
    choice: ["UUIDs are in upper case. Lookups are case-insensitive, also for pictures."],
  });
  expect(GAPS.get("G59")?.choice).toContain("• remove holds {id, type}.");
  expect(GAPS.get("G60")?.choice).toEqual([
    expect.stringMatching(/server-sent events\. See control-and-events\.md\.$/),
  ]);
});

test("every gap that an operation rests on is there", () => {
  const cited = Object.values(OPERATIONS).flatMap(({ source }) => gapIdsIn(source));
  expect(cited).toContain("G52");
  for (const id of cited) expect(GAPS.get(id)?.choice[0], id).toMatch(/\w/);
});

test("a gap that is named twice is one", () => {
  expect(gapIdsIn("Gap G52, as G20 and G52 say; no GET.")).toEqual(["G52", "G20"]);
});

test.each([
  ["Gap G52 in docs/spec-gaps.", ""],
  ["Gap G52 in docs/spec-gaps. A key is optional (G51).", "A key is optional."],
  [
    "As before (G3, G4 and G5), or the nearest (of the lamp's own, G67)",
    "As before, or the nearest (of the lamp's own)",
  ],
  ["Section 4.1 of the interface document.", ""],
  ["It gives server-sent events. See control-and-events.md.", "It gives server-sent events."],
])("the page shows no ids of gaps and no references to documents: %j", (text, shown) => {
  expect(withoutReferences(text)).toBe(shown);
});
