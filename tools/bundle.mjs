// One file out of a TypeScript entry and everything it imports.
import { build } from "esbuild";

const banner = [
  "#!/usr/bin/env node",
  'import { createRequire as createRequireForBundle } from "node:module";',
  "const require = createRequireForBundle(import.meta.url);",
].join("\n");

export async function bundle(entry, outfile) {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    minifySyntax: true,
    external: ["@photostructure/sqlite"],
    legalComments: "none",
    banner: { js: banner },
    logLevel: "warning",
  });
}
