import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Where texts for people are. */
const PLACES = ["src", "docs", "examples", "homes", "README.md", "CHANGELOG.md", "SECURITY.md"];

const filesAt = (place: string): readonly string[] =>
  /\.\w+$/.test(place)
    ? [place]
    : readdirSync(place, { recursive: true, encoding: "utf8" })
        .filter((path) => /\.(tsx?|md|ya?ml|mjs|py)$/.test(path) && !path.endsWith(".test.ts"))
        .map((path) => join(place, path));

/** A number, or a value in a template, with a space before its sign; `a % b` is the remainder. */
const WITH_SPACE = /(?:\d|\d\})\u0020%(?![ \w({])|\}\u0020%[`"'<]/;

test("shares are written without a space: 40%", () => {
  const wrong = PLACES.flatMap(filesAt).flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line, index) => (WITH_SPACE.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(wrong).toEqual([]);
});
