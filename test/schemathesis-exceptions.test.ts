import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

interface Exception {
  readonly messages: readonly string[];
}

const EXCEPTIONS = JSON.parse(readFileSync("e2e/schemathesis/exceptions.json", "utf8")) as readonly Exception[];

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  .map((name) => readFileSync(join("src", name), "utf8"));

test.each(EXCEPTIONS.flatMap(({ messages }) => messages))(
  "the gateway still says what Schemathesis is to let pass: %s",
  (message) => {
    expect(sources.some((source) => source.includes(message))).toBe(true);
  },
);
