import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const rows = readFileSync("docs/spec-gaps.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const match = /^\| (G\d+) \|.*\| `([^`]+)` \|$/.exec(line);
    return match ? [{ id: match[1] ?? "", file: match[2] ?? "" }] : [];
  });

test("the gaps are numbered without a hole", () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => `G${index + 1}`));
});

describe("every gap is pinned by a test that bears its id", () => {
  test.each(rows)("$id in $file", ({ id, file }) => {
    expect(readFileSync(file, "utf8")).toContain(`"${id}: `);
  });
});
