import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { counted } from "./counted.ts";

test.each([
  [0, "device", "0 devices"],
  [1, "device", "1 device"],
  [2, "device", "2 devices"],
  [0.5, "second", "0.5 seconds"],
  [1, "sync box", "1 sync box"],
  [2, "sync box", "2 sync boxes"],
  [2, "address", "2 addresses"],
  [2, "batch", "2 batches"],
  [1, "entry", "1 entry"],
  [2, "entry", "2 entries"],
  [2, "day", "2 days"],
  [1000, "line", "1000 lines"],
])("%d and %j is %j", (count, noun, words) => {
  expect(counted(count, noun)).toBe(words);
});

const COUNTED_NOUNS =
  "seconds|minutes|hours|days|times|lines|steps|devices|lamps|lights|rooms|scenes|keys|clients|gateways|groups|topics|messages|requests|rules|commands|changes|entries|faults|bytes|colours|texts|addresses|numbers|boxes";

/** A number that is known when the text is written is spelt by whoever writes the text. */
const isFixed = (expression: string): boolean => /^[A-Z_]+(\.\w+)?$/.test(expression);

test("no text of the sources spells a count and a noun by itself", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !path.endsWith(".test.ts"),
  );
  const found = sources.flatMap((path) =>
    [
      ...readFileSync(join("src", path), "utf8").matchAll(
        new RegExp(`\\$\\{([^{}\`]*)\\} (?:${COUNTED_NOUNS})\\b`, "g"),
      ),
    ]
      .filter(([, expression = ""]) => !isFixed(expression))
      .map(([text]) => `${path}: ${text}`),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
