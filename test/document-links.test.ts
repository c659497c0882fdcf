import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const PAGES = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  "examples/README.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => join("docs", name)),
].filter((path) => path.endsWith(".md"));

/** Without blocks of code, whose brackets are no links. */
const proseOf = (page: string): string => readFileSync(page, "utf8").replace(/^ *```.*?^ *```$/gms, "");

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

function isThere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  return existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor));
}

test("links between documents lead to files and headings that are there", () => {
  const links = PAGES.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ page, link })),
  ).filter(({ link }) => !/^\w+:/.test(link));
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ page, link }) => !isThere(page, link))).toEqual([]);
});
