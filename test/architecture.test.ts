import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { DiscoveryReply } from "../src/core/contract/discovery.ts";
import { WIRE_SCHEMAS } from "../src/core/contract/resources.ts";

const PAGE = readFileSync("ARCHITECTURE.md", "utf8");

interface Folder {
  readonly name: string;
  /** Folders, or single files of folders. */
  readonly mayImport: readonly string[];
  readonly isWithoutNode: boolean;
}

/** The table of folders as the page has it. */
const FOLDERS: readonly Folder[] = [...PAGE.matchAll(/^\| `src\/([\w-]+)\/` \| .* \| ([^|]+) \|$/gm)].map(
  ([, name = "", rule = ""]) => ({
    name,
    mayImport: [...rule.matchAll(/`([^`]+)`/g)].map(([, allowed = ""]) => allowed),
    isWithoutNode: rule.includes("no Node"),
  }),
);

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

test("every folder of the code has its row", () => {
  expect(FOLDERS.map(({ name }) => name).toSorted()).toEqual(readdirSync("src").toSorted());
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
  const ours = places.filter((place) => existsSync(join("src", place.split("/")[0] ?? "")));
  expect(ours.length).toBeGreaterThan(20);
  expect(ours.filter((place) => !existsSync(join("src", `${place}.ts`)) && !existsSync(join("src", place)))).toEqual(
    [],
  );
});

test("no field of the interface is named but where the page says so", () => {
  const [, sentence = ""] = /^(- No field of the interface is named outside [\s\S]*?)\n\n/m.exec(PAGE) ?? [];
  const allowed = [...sentence.matchAll(/`src\/([^`]+)`/g)].map(([, place = ""]) => place);
  const fields = [...Object.values(WIRE_SCHEMAS), DiscoveryReply.properties.data].flatMap(({ properties }) =>
    Object.keys(properties).filter((name) => name.includes("_")),
  );
  expect(fields.length).toBeGreaterThan(30);
  const named = new RegExp(`\\b(?:${fields.join("|")})\\b`);
  const places = readdirSync("src")
    .flatMap(filesOf)
    .filter((file) => named.test(readFileSync(file, "utf8")))
    .map((file) => file.replace(/^src\//, ""));
  expect(places.filter((place) => !allowed.some((one) => isWithin(place, one)))).toEqual([]);
  expect(allowed.filter((one) => !existsSync(join("src", one)))).toEqual([]);
});

test("what serves a home names none of the back ends that --backend takes", () => {
  const names = readdirSync("src/edges/backends", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "simulated")
    .map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  const named = new RegExp(names.join("|"), "i");
  const serving = [...filesOf("runtime"), ...filesOf("cli/serve"), ...filesOf("gateway")];
  expect(serving.filter((file) => named.test(readFileSync(file, "utf8")))).toEqual([]);
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
