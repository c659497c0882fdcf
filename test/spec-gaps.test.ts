import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const FOLDER = "docs/spec-gaps";
const INDEX = readFileSync(`${FOLDER}/README.md`, "utf8");

interface Gap {
  readonly id: string;
  readonly title: string;
  /** Where its heading is. */
  readonly place: string;
  readonly text: string;
}

/** What GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");

const pages = readdirSync(FOLDER).filter((name) => name !== "README.md");

const gapsOf = (page: string): readonly Gap[] =>
  readFileSync(`${FOLDER}/${page}`, "utf8")
    .split(/^## /m)
    .slice(1)
    .map((text) => {
      const [heading = ""] = text.split("\n");
      const [id = ""] = heading.split(" ");
      return { id, title: heading.slice(id.length + 1), place: `${page}#${anchorOf(heading)}`, text };
    });

const numberOf = ({ id }: Gap): number => Number(id.slice(1));
const gaps = pages.flatMap(gapsOf).toSorted((one, other) => numberOf(one) - numberOf(other));

test("the gaps are numbered without a hole", () => {
  expect(gaps.length).toBeGreaterThan(40);
  expect(gaps.map(({ id }) => id)).toEqual(gaps.map((_, index) => `G${index + 1}`));
});

test("the index has every gap by its number", () => {
  const rows = [...INDEX.matchAll(/^\| \[G\d+\]\(.*$/gm)].map(([row]) => row);
  expect(rows).toEqual(gaps.map(({ id, title, place }) => `| [${id}](${place}) | ${title} |`));
});

test.each(pages)("the index has %s with its gaps", (page) => {
  const ids = gapsOf(page).map(({ id }) => id);
  expect(INDEX).toContain(`](${page}) | ${ids.join(", ")} |`);
});

describe("every gap has its parts, and is pinned by a test that bears its id", () => {
  test.each(gaps)("$id in $place", ({ id, text }) => {
    const [, file = ""] =
      /^\*\*Open:\*\*[\s\S]+^\*\*Luxgate:\*\*[\s\S]+^\*\*Why:\*\*[\s\S]+^\*\*Test:\*\* `([^`]+)`$/m.exec(text) ?? [];
    expect(readFileSync(file, "utf8")).toContain(`"${id}: `);
  });
});
