// Writes dist/types: the declarations of luxgate/client and luxgate/testing, and of what they name. Nothing in them needs
// another package: where the sources have schemas, these have the types that the schemas describe.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withoutSchemas } from "./plain-declarations.mjs";
import { isSchema, NamedSchemas } from "./plain-types.mjs";

const FOLDER = resolve("dist/types");
/** The last one is named by schemas alone, which the compiler writes out. */
const ENTRIES = [
  "libraries/client/index",
  "libraries/client/browser",
  "libraries/testing/index",
  "edges/home-file/schema",
];

/** What declarations may say of schemas: here a schema is the type that it describes. */
const SCHEMA_TYPES = `export type TSchema = unknown;
export type TObject = object;
export type Static<Schema> = Schema;
`;

export async function writeTypes() {
  rmSync(FOLDER, { recursive: true, force: true });
  execFileSync("node_modules/.bin/tsc", ["-p", "tools/tsconfig.types.json"], { stdio: "inherit" });
  const files = filesNamedBy(ENTRIES.map((entry) => join(FOLDER, `${entry}.d.ts`)));
  const values = await valuesOf([...files.keys()].filter((path) => hasSchemas(files.get(path))));
  const named = namesOf(values, files);
  rmSync(FOLDER, { recursive: true });
  for (const [path, text] of files) {
    const module = values.get(path);
    write(path, published(path, module ? withoutSchemas(path, text, { module, named }) : text));
  }
  write(join(FOLDER, "schema.d.ts"), SCHEMA_TYPES);
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The schemas that a module gives a type's name. */
function namesOf(values, files) {
  const named = new NamedSchemas();
  for (const [path, module] of values) {
    const isNamed = ([name, value]) => isSchema(value) && files.get(path).includes(`export type ${name} =`);
    for (const [name, value] of Object.entries(module).filter(isNamed)) named.add(name, path, value);
  }
  return named;
}

const hasSchemas = (text) => text.includes('"typebox"') && text.includes("declare const");

/** The declarations, and those that they import. */
function filesNamedBy(entries) {
  const files = new Map();
  const take = (path) => {
    if (files.has(path)) return;
    const text = readFileSync(path, "utf8");
    files.set(path, text);
    for (const [, name] of text.matchAll(/(?:from |import\()"(\.[^"]+)\.ts"/g))
      take(`${resolve(dirname(path), name)}.d.ts`);
  };
  entries.forEach(take);
  return files;
}

/** What the modules of declarations export, once they have run. */
async function valuesOf(paths) {
  const source = (path) => resolve("src", relative(FOLDER, path).replace(/\.d\.ts$/, ".ts"));
  const modules = paths.map(async (path) => [path, await import(pathToFileURL(source(path)).href)]);
  return new Map(await Promise.all(modules));
}

/** Names of files as they are looked for, and our own words for schemas. */
function published(path, text) {
  const shim = relative(dirname(path), join(FOLDER, "schema.js"));
  const code = text.replace(/^import .*$/gm, "").replace(/\/\*[\s\S]*?\*\//g, "");
  const isUsed = (name) => new RegExp(`\\b${name}\\b`).test(code);
  return text
    .replace(/^import (?:type )?\{([^}]*)\} from "typebox";\n/gm, (_, list) => {
      const names = list
        .split(",")
        .map((name) => name.replace("type ", "").trim())
        .filter(isUsed);
      return names.length === 0
        ? ""
        : `import type { ${names.join(", ")} } from "${shim.startsWith(".") ? shim : `./${shim}`}";\n`;
    })
    .replace(/((?:from |import\()"\.[^"]+)\.ts"/g, '$1.js"');
}
