// Runs every property and every round of kills, damage and fuzz as often as they deserve, and every test of the built
// program; `npm test` runs a share of them.
// `node tools/test-deep.mjs e2e/crash` runs only the files whose paths contain one of the words.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const words = process.argv.slice(2);
const files = ["src", "test", "e2e"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path)),
);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** What counts how often things are tried, and whatever stands on that. */
const deep = new Set([join("test", "support", "depth.ts")]);
for (let before = 0; before < deep.size; ) {
  before = deep.size;
  for (const [file, imported] of imports) if (imported.some((one) => deep.has(one))) deep.add(file);
}
/** Tests beside the packages of other people's programs have a run of their own. */
const isOfProgram = (file) => dirname(file) === "e2e" && file.endsWith(".test.ts");
const tests = [...new Set([...deep, ...files.filter(isOfProgram)])].filter((file) => file.endsWith(".test.ts"));
const chosen = words.length === 0 ? tests : tests.filter((file) => words.some((word) => file.includes(word)));
const vitest = ["node_modules/vitest/vitest.mjs", "run", ...chosen.toSorted()];
const env = { LUXGATE_TEST_DEPTH: "1", ...process.env };
process.exitCode = spawnSync(process.execPath, vitest, { stdio: "inherit", env }).status ?? 1;

function importsOf(file) {
  const specifiers = readFileSync(file, "utf8").matchAll(/\bfrom "(\.[^"]+)"/g);
  return [...specifiers].map(([, specifier]) => normalize(join(dirname(file), specifier)));
}
