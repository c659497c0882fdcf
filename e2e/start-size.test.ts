import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Program, temporaryFolder } from "./support/program.ts";

/** The addresses of the modules that a start loads, Node's own ones among them, by the record that Node keeps of them. */
async function loadedByStart(): Promise<readonly string[]> {
  const record = temporaryFolder();
  const program = Program.serve([], { NODE_V8_COVERAGE: record });
  await program.ready();
  await program.stop();
  const urls = readdirSync(record).flatMap((file) => {
    const { result }: { result: readonly { url: string }[] } = JSON.parse(readFileSync(join(record, file), "utf8"));
    return result.map(({ url }) => url);
  });
  return [...new Set(urls)];
}

const textsOf = (urls: readonly string[]): readonly string[] =>
  urls.filter((url) => url.includes("/dist/")).map((url) => readFileSync(fileURLToPath(url), "utf8"));

test("a start loads few files, and none of what most starts do not need: YAML, the OpenAPI document, a sandbox", async () => {
  const texts = textsOf(await loadedByStart());
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.length).toBeLessThan(30);
  const all = texts.join("\n");
  expect(all).toContain("is ready at");
  for (const rare of ["x-udp-discovery", "YAMLParseError", "LUXGATE_SANDBOX_TOKEN is invalid"])
    expect(all.includes(rare), rare).toBe(false);
});

test("a start does not make Node load fetch, which takes 6 MB, and its files take one byte a character", async () => {
  const urls = await loadedByStart();
  expect(urls).toContain("node:http");
  expect(urls.filter((url) => url.includes("undici"))).toEqual([]);
  for (const text of textsOf(urls)) expect(text.match(/[^\n\t\x20-\x7e]/g)).toBeNull();
});
