// The program and luxgate/testing, as files that share what both hold.
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundleWith, NO_COMMENTS } from "./bundle.mjs";

/** What a start loads, step by step: what the same of these modules import stands in one file. */
const STEPS = [
  "src/programs/cli/main.ts",
  "src/programs/cli/program.ts",
  "src/programs/cli/serve/serve.ts",
  "src/edges/control/answer.ts",
];

/** Who loads much of that too, and should not load the rest of it. */
const OTHERS = ["src/programs/cli/every-command.ts", "src/libraries/testing/index.ts"];

/**
 * Files by name, each out of an entry, and in parts/ what they share or load only when it is needed. Every file costs a
 * start about half a millisecond, so there are few, and large ones.
 */
export async function bundleInParts(entries, folder) {
  const files = await bundleWith(
    {
      input: entries,
      platform: "node",
      preserveEntrySignatures: "allow-extension",
      // What the start loads is in the same file as who loads it later, and that is as intended.
      checks: { ineffectiveDynamicImport: false },
    },
    {
      dir: folder,
      format: "esm",
      chunkFileNames: "parts/[name]-[hash].js",
      comments: NO_COMMENTS,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: namedAfterImporters(), debugName: "start" }],
      },
    },
  );
  await removeFormer(folder, new Set(files.map(({ fileName }) => fileName)));
  return files;
}

/** Names the file of a module after who imports it; what a start does not load is left to the bundler. */
function namedAfterImporters() {
  let importers;
  return (id, modules) => {
    importers ??= [...STEPS, ...OTHERS].map((path) => ({ path, imported: importedFrom(resolve(path), modules) }));
    const paths = importers.filter(({ imported }) => imported.has(id)).map(({ path }) => path);
    if (modules.getModuleInfo(id)?.isEntry || !paths.some((path) => STEPS.includes(path))) return null;
    return paths.map((path) => path.split("/").at(-1)?.replace(".ts", "")).join("-");
  };
}

/** A module and all that it imports, not counting what is imported only when it is needed. */
function importedFrom(id, modules, found = new Set()) {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) importedFrom(imported, modules, found);
  return found;
}

async function removeFormer(folder, made) {
  for (const part of await readdir(join(folder, "parts"))) {
    if (!made.has(`parts/${part}`)) await rm(join(folder, "parts", part));
  }
}
