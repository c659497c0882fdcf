import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES } from "../src/programs/checker/rules.ts";
import { conformancePage } from "./support/checker/page.ts";

const rules = Object.entries(RULES);

test("docs/conformance.md has every rule and every broken gateway", async () => {
  await expect(conformancePage()).toMatchFileSnapshot("../docs/conformance.md");
});

test("a must is of the document, and the document alone", () => {
  for (const [id, { level, source }] of rules)
    if (level === "must") expect([id, source]).toEqual([id, expect.stringMatching(/^spec §\d/)]);
});

test("every gap that a rule comes from is in the list of gaps", () => {
  const gaps = readFileSync("docs/spec-gaps/README.md", "utf8");
  for (const [, { source }] of rules) if (!source.startsWith("spec §")) expect(gaps).toContain(`| [${source}](`);
});

test("every rule says what it asks in a sentence", () => {
  for (const [, { says }] of rules) expect(says).toMatch(/^[A-Z`].*\.$/);
});
