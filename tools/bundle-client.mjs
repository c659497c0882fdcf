// The client as one file, for Node or for browsers. The table of operations is in it as plain data: what the contract
// declares besides, and the package that it is declared with, is not needed to ask.
import { build } from "esbuild";

const TABLE = /src[\\/]client[\\/]operation-table\.ts$/;

export const plainTable = {
  name: "plain-table",
  setup(building) {
    building.onLoad({ filter: TABLE }, async ({ path }) => {
      const constants = Object.entries(await valuesOf(path)).map(
        ([name, value]) => `${name} = ${JSON.stringify(value)}`,
      );
      return { contents: `export const ${constants.join(", ")};`, loader: "js" };
    });
  },
};

/** What a module exports, once it has run. */
async function valuesOf(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** Writes it to a file, or gives its text where none is named; with the bundler's record of what is in it. */
export async function bundleClient({ entry, outfile, platform, minify = false }) {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    outfile,
    write: outfile !== undefined,
    bundle: true,
    platform: platform === "node" ? "node" : "browser",
    target: platform === "node" ? "node20" : "es2022",
    format: "esm",
    minify,
    legalComments: "none",
    metafile: true,
    plugins: [plainTable],
    logLevel: "warning",
  });
  return { text: outputFiles?.[0]?.text, metafile };
}
