// Builds dist/luxgate.js and all that it runs, what other programs import (luxgate/client, for Node and for browsers,
// luxgate/testing), the page, the demo home as the program reads it, the JSON Schema of home files, and THIRD-PARTY-NOTICES.
import { createHash } from "node:crypto";
import { chmod, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { homeFileSchemaText } from "../src/edges/home-file/json-schema.ts";
import { configSchemaText } from "../src/programs/cli/config/config-file.ts";
import { serveCommand } from "../src/programs/cli/serve/serve-command.ts";
import { bundle, bundleMatter, bundleStart } from "./bundle.mjs";
import { bundleClient } from "./bundle-client.mjs";
import { bundleInParts } from "./bundle-in-parts.mjs";
import { bundlePage } from "./bundle-page.mjs";
import { noticesOf, packagesIn } from "./third-party-notices.mjs";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const client = { entry: "src/libraries/client/index.ts", file: "dist/client.js", platform: "node" };
const browserClient = {
  entry: "src/libraries/client/browser.ts",
  file: "dist/client.browser.js",
  platform: "browser",
  minify: true,
};
const files = [
  // The program, and luxgate/testing, which holds much of the same.
  ...(await bundleInParts({ main: "src/programs/cli/main.ts", testing: "src/libraries/testing/index.ts" }, "dist")),
  ...(await bundle("src/edges/store/thread/worker.ts", "dist/store-worker.js")),
  ...(await bundleMatter("src/edges/matter/thread/worker.ts", "dist/matter-worker.js")),
  ...(await bundleClient(client)),
  ...(await bundleClient(browserClient)),
  ...(await bundlePage()),
];
await writeFile("THIRD-PARTY-NOTICES", noticesOf(packagesIn(files)));

const demoHome = await readFile("homes/demo.yaml", "utf8");
const digest = createHash("sha256").update(demoHome).digest("hex");
await writeFile("dist/demo-home.json", JSON.stringify({ digest, file: parse(demoHome) }));

await writeFile("homes/home.schema.json", homeFileSchemaText());
await writeFile("homes/luxgate.schema.json", configSchemaText(serveCommand()));

// What an earlier version built, and this one does not, would be packed with the rest.
const PROGRAMS = ["main", "testing", "store-worker", "matter-worker", "client", "client.browser", "luxgate"].map(
  (name) => `${name}.js`,
);
for (const file of await readdir("dist")) {
  if (file.endsWith(".js") && !PROGRAMS.includes(file)) await rm(`dist/${file}`);
}

// Last: that it is there, and how old it is, says whether the program is built.
await bundleStart("src/programs/cli/luxgate.cjs", "dist/luxgate.js");
await chmod("dist/luxgate.js", 0o755);
