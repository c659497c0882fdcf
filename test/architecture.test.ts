import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { DiscoveryReply } from "../src/core/contract/discovery.ts";
import { WIRE_SCHEMAS } from "../src/core/contract/resources.ts";

const PAGE = readFileSync("ARCHITECTURE.md", "utf8");

/** From top to bottom, as the page has them. */
const LAYERS: readonly string[] = [...PAGE.matchAll(/^\| `(\w+)\/` \| [^|]+ \|$/gm)].map(([, name = ""]) => name);

interface Folder {
  /** Below `src`. */
  readonly name: string;
  /** Layers, folders, or single files of folders. */
  readonly mayImport: readonly string[];
  readonly isWithoutNode: boolean;
}

/** The table of folders as the page has it. */
const FOLDERS: readonly Folder[] = [...PAGE.matchAll(/^\| `src\/([\w/-]+)\/` \| .* \| ([^|]+) \|$/gm)].map(
  ([, name = "", rule = ""]) => ({
    name,
    mayImport: [...rule.matchAll(/`([^`]+)`/g)].map(([, allowed = ""]) => allowed),
    isWithoutNode: rule.includes("no Node"),
  }),
);

/** A layer with files of its own is one folder. */
function foldersOf(layer: string): readonly string[] {
  const entries = readdirSync(join("src", layer), { withFileTypes: true });
  return entries.some((entry) => entry.isFile()) ? [layer] : entries.map(({ name }) => join(layer, name));
}

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(folder, path));

const filesOf = (folder: string): readonly string[] =>
  [".ts", ".tsx"]
    .flatMap((ending) => filesIn(join("src", folder), ending))
    .filter((path) => !path.endsWith(".test.ts"));

const SPECIFIER = /(?:\bfrom|\bimport)\s*\(?\s*"([^"\s]+)"/g;

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, "utf8").matchAll(SPECIFIER)].map(([, specifier = ""]) => specifier);

/** What a folder imports of other folders, as paths below `src`. */
function importsBeyond(folder: string): readonly { readonly file: string; readonly imported: string }[] {
  return filesOf(folder).flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => ({ file, imported: normalize(join(dirname(file), specifier)).replace(/^src\//, "") }))
      .filter(({ imported }) => !imported.startsWith(`${folder}/`)),
  );
}

const isWithin = (imported: string, allowed: string): boolean =>
  imported === allowed || imported.startsWith(`${allowed}/`);

const layerOf = (path: string): string => path.split("/")[0] ?? "";

test("the page has every layer, and there are few", () => {
  expect(LAYERS.toSorted()).toEqual(readdirSync("src").toSorted());
  expect(LAYERS.length).toBeLessThanOrEqual(7);
});

test.each(LAYERS)("src/%s imports only layers below it", (layer) => {
  const below = LAYERS.slice(LAYERS.indexOf(layer) + 1);
  const others = importsBeyond(layer).filter(({ imported }) => LAYERS.includes(layerOf(imported)));
  expect(others.filter(({ imported }) => !below.includes(layerOf(imported)))).toEqual([]);
});

test("every folder of the code has its row", () => {
  expect(FOLDERS.map(({ name }) => name).toSorted()).toEqual(LAYERS.flatMap(foldersOf).toSorted());
});

describe.each(FOLDERS)("src/$name", ({ name, mayImport }) => {
  test("imports nothing beyond its row", () => {
    const beyond = importsBeyond(name).filter(({ imported }) => !mayImport.some((one) => isWithin(imported, one)));
    expect(beyond).toEqual([]);
  });

  test("names folders and files that are there", () => {
    expect(mayImport.filter((allowed) => !existsSync(join("src", allowed)) && !existsSync(allowed))).toEqual([]);
  });
});

test.each(FOLDERS.filter(({ isWithoutNode }) => isWithoutNode))("src/$name is without Node", ({ name }) => {
  const ofNode = filesOf(name).filter((file) => importsOf(file).some((specifier) => specifier.startsWith("node:")));
  expect(ofNode).toEqual([]);
});

test("the flows lead through files that are there", () => {
  const flows = /^## Flows\n([\s\S]*?)^## /m.exec(PAGE)?.[1] ?? "";
  const places = [...flows.matchAll(/(?<![\w/.])([a-z0-9-]+(?:\/[a-z0-9-]+)+)/g)].map(([, place = ""]) => place);
  const ours = places.flatMap((place) => {
    const [first = "", ...rest] = place.split("/");
    const folder = FOLDERS.find(({ name }) => basename(name) === first);
    return folder ? [join("src", folder.name, ...rest)] : [];
  });
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((path) => !existsSync(`${path}.ts`) && !existsSync(path))).toEqual([]);
});

test("no field of the interface is named but where the page says so", () => {
  const [, sentence = ""] = /^(- No field of the interface is named outside [\s\S]*?)\n\n/m.exec(PAGE) ?? [];
  const allowed = [...sentence.matchAll(/`src\/([^`]+)`/g)].map(([, place = ""]) => place);
  const fields = [...Object.values(WIRE_SCHEMAS), DiscoveryReply.properties.data].flatMap(({ properties }) =>
    Object.keys(properties).filter((name) => name.includes("_")),
  );
  expect(fields.length).toBeGreaterThan(30);
  const named = new RegExp(`\\b(?:${fields.join("|")})\\b`);
  const places = LAYERS.flatMap(filesOf)
    .filter((file) => named.test(readFileSync(file, "utf8")))
    .map((file) => file.replace(/^src\//, ""));
  expect(places.filter((place) => !allowed.some((one) => isWithin(place, one)))).toEqual([]);
  expect(allowed.filter((one) => !existsSync(join("src", one)))).toEqual([]);
});

test("what serves a home names none of the back ends that --backend takes, but in texts for people", () => {
  const names = readdirSync("src/edges/backends", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "simulated")
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  const named = new RegExp(names.join("|"), "i");
  const serving = ["runtime", "programs/cli/serve", "core/gateway"].flatMap(filesOf);
  const withoutTexts = (file: string) => readFileSync(file, "utf8").replace(/^ +help: ".*",$/gm, "");
  expect(serving.filter((file) => named.test(withoutTexts(file)))).toEqual([]);
});

test("documents name files that are there", () => {
  const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", ...filesIn("docs", ".md")];
  const named = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`((?:src|test|e2e|tools|bench)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = ""]) => `${page}: ${path}`,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((one) => !existsSync(one.split(": ")[1] ?? ""))).toEqual([]);
});
