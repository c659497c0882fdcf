// Bundles the program into dist/luxgate.js.
import { chmod } from "node:fs/promises";
import { build } from "esbuild";

const banner = [
  "#!/usr/bin/env node",
  'import { createRequire as createRequireForBundle } from "node:module";',
  "const require = createRequireForBundle(import.meta.url);",
].join("\n");

await build({
  entryPoints: ["src/cli/main.ts"],
  outfile: "dist/luxgate.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minifySyntax: true,
  legalComments: "none",
  banner: { js: banner },
  logLevel: "warning",
});
await chmod("dist/luxgate.js", 0o755);
