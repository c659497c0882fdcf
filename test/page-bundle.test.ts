import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";

/** JavaScript and CSS of the first view, with gzip. */
const MOST_BYTES = 60 * 1024;

interface PageFile {
  readonly file: string;
  readonly mediaType: string;
  readonly cache: "no-cache" | "immutable";
}

const FOLDER = mkdtempSync(join(tmpdir(), "luxgate-page-"));
afterAll(() => rmSync(FOLDER, { recursive: true }));

let files: Readonly<Record<string, PageFile>> = {};
const textOf = (path: string) => readFileSync(join(FOLDER, files[path]?.file ?? ""), "utf8");

beforeAll(async () => {
  const { bundlePage } = await import(new URL("../tools/bundle-page.mjs", import.meta.url).href);
  await bundlePage(FOLDER);
  files = JSON.parse(readFileSync(join(FOLDER, "files.json"), "utf8"));
});

test("the first view needs 60 KB of scripts and styles at the most", () => {
  const needed = [...textOf("/").matchAll(/(?:href|src)="(\/page\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
  const bytes = needed.map((path) => gzipSync(textOf(path)).length).reduce((sum, size) => sum + size, 0);
  console.info(`The first view of the page: ${bytes} bytes with gzip, in ${needed.length} files.`);
  expect(needed.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
});

test("a front has the same document, but for a mark by which the page knows", () => {
  expect(textOf("/page/front.html").replace(" data-front", "")).toBe(textOf("/"));
});

test("the document has no script, style or handler of its own, and names only files that are there", () => {
  const document = textOf("/");
  expect(document).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]* src=)/);
  const named = [...document.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !(path in files))).toEqual([]);
});

test("what is kept for ever has a digest in its name; the document and the manifest are asked for anew", () => {
  const fresh = Object.entries(files).filter(([, { cache }]) => cache === "no-cache");
  expect(fresh.map(([path]) => path).toSorted()).toEqual(["/", "/page/front.html", "/page/manifest.webmanifest"]);
  for (const [path, { cache }] of Object.entries(files))
    if (cache === "immutable") expect(path).toMatch(/-[0-9a-fA-F]{8}\.\w+$/);
});

test("the page can be installed: a manifest with icons that are there", () => {
  const { start_url, display, icons } = JSON.parse(textOf("/page/manifest.webmanifest"));
  expect({ start_url, display }).toEqual({ start_url: "/", display: "standalone" });
  for (const { src } of icons) expect(files).toHaveProperty([src]);
  expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any", "192x192", "512x512"]);
});

test("no bundle makes code, markup or styles out of text", () => {
  for (const [path, { mediaType }] of Object.entries(files)) {
    if (!mediaType.startsWith("text/javascript")) continue;
    expect(textOf(path), path).not.toMatch(/\beval\(|new Function|insertAdjacentHTML|document\.write|typebox/);
  }
});
