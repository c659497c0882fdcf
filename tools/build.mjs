// Bundles the program into dist/luxgate.js and writes the JSON Schema of home files.
import { chmod, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const common = { bundle: true, platform: "node", target: "node20", format: "esm", logLevel: "warning" };

const banner = [
  "#!/usr/bin/env node",
  'import { createRequire as createRequireForBundle } from "node:module";',
  "const require = createRequireForBundle(import.meta.url);",
].join("\n");

await build({
  ...common,
  entryPoints: ["src/cli/main.ts"],
  outfile: "dist/luxgate.js",
  minifySyntax: true,
  legalComments: "none",
  banner: { js: banner },
});
await chmod("dist/luxgate.js", 0o755);

const schemaModule = join("dist", "home-file-schema.js");
await build({ ...common, entryPoints: ["src/home-file/json-schema.ts"], outfile: schemaModule });
const { homeFileSchemaText } = await import(pathToFileURL(schemaModule).href);
await writeFile(join("homes", "home.schema.json"), homeFileSchemaText());
await rm(schemaModule);
