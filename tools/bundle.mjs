// Files out of a TypeScript entry and everything it imports.
import { build } from "esbuild";

const REQUIRE = [
  'import { createRequire as createRequireForBundle } from "node:module";',
  "const require = createRequireForBundle(import.meta.url);",
].join("\n");

const OPTIONS = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minifySyntax: true,
  legalComments: "none",
  metafile: true,
  banner: { js: REQUIRE },
  logLevel: "warning",
};

/** One file, without the packages that stay beside it. Gives the bundler's record of what is in it, as all of these do. */
export async function bundle(entry, outfile, { beside = [] } = {}) {
  const { metafile } = await build({ ...OPTIONS, external: beside, entryPoints: [entry], outfile });
  return metafile;
}

/** A script that a browser runs by itself. */
export async function bundleForBrowser(entry, outfile) {
  await build({ entryPoints: [entry], outfile, bundle: true, format: "iife", target: "es2022", logLevel: "warning" });
}

/** What is run first: a script that any Node of the last years reads, as a module or not, and that imports the rest. */
export async function bundleStart(entry, outfile) {
  const { metafile } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "neutral",
    format: "iife",
    target: "node10",
    supported: { "dynamic-import": true },
    external: ["./main.js"],
    minifySyntax: true,
    // Without the names of CommonJS, for which tools would take it: it is neither that nor a module.
    minifyIdentifiers: true,
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}
