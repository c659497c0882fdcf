// Builds dist/luxgate.js and all that it runs, what other programs import (luxgate/client, for Node and for browsers,
// luxgate/testing), the demo home as the program reads it, and the JSON Schema of home files.
import { createHash } from "node:crypto";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { bundle, bundleInParts, bundleStart } from "./bundle.mjs";
import { bundleClient } from "./bundle-client.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

await bundleInParts("src/cli/main.ts", "dist", "main");
await bundle("src/store/thread/worker.ts", "dist/store-worker.js");
await bundle("src/mdns/worker.ts", "dist/mdns-worker.js");
await bundleClient({ entry: "src/client/index.ts", outfile: "dist/client.js", platform: "node" });
await bundleClient({
  entry: "src/client/browser.ts",
  outfile: "dist/client.browser.js",
  platform: "browser",
  minify: true,
});
await bundle("src/testing/index.ts", "dist/testing.js");

const demoHome = await readFile("homes/demo.yaml", "utf8");
const digest = createHash("sha256").update(demoHome).digest("hex");
await writeFile("dist/demo-home.json", JSON.stringify({ digest, file: parse(demoHome) }));

const schemaModule = resolve("dist/home-file-schema.js");
await bundle("src/home-file/json-schema.ts", schemaModule);
const { homeFileSchemaText } = await import(pathToFileURL(schemaModule).href);
await writeFile("homes/home.schema.json", homeFileSchemaText());
await rm(schemaModule);

const configModule = resolve("dist/config-schema.js");
await bundle("src/cli/config/json-schema.ts", configModule);
const { luxgateSchemaText } = await import(pathToFileURL(configModule).href);
await writeFile("homes/luxgate.schema.json", luxgateSchemaText());
await rm(configModule);

// Last: that it is there, and how old it is, says whether the program is built.
await bundleStart("src/cli/luxgate.cjs", "dist/luxgate.js");
await chmod("dist/luxgate.js", 0o755);
