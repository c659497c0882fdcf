// Builds what other programs import: luxgate/client, for Node and for browsers, luxgate/testing, and their types.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.mjs";
import { bundleClient } from "./bundle-client.mjs";
import { writeTypes } from "./types.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

await bundleClient({ entry: "src/client/index.ts", outfile: "dist/client.js", platform: "node" });
await bundleClient({
  entry: "src/client/browser.ts",
  outfile: "dist/client.browser.js",
  platform: "browser",
  minify: true,
});
await bundle("src/testing/index.ts", "dist/testing.js");
await writeTypes();
