import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const rows = readFileSync("docs/glossary.md", "utf8")
  .split("\n")
  .flatMap((line) => {
    const match = /^\| ([^|]+) \| ([^|]+) \| `(src\/[^`]+)` \|$/.exec(line);
    return match ? [{ term: match[1] ?? "", meaning: match[2] ?? "", owner: match[3] ?? "" }] : [];
  });

test("the glossary names each term once", () => {
  expect(rows.length).toBeGreaterThan(30);
  const terms = rows.map(({ term }) => term);
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([]);
});

describe("the owner of a term is there, and has the names that the glossary gives", () => {
  test.each(rows)("$term in $owner", ({ meaning, owner }) => {
    expect(existsSync(owner)).toBe(true);
    if (owner.endsWith("/")) return;
    const code = readFileSync(owner, "utf8");
    for (const [, name = ""] of meaning.matchAll(/`(?:gateway\.)?(\w+)`/g))
      expect(code).toMatch(RegExp(`\\b${name}\\b`));
  });
});
