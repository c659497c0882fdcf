// The client as one file, for Node or for browsers. The table of operations is in it as plain data: what the contract
// declares besides, and the package that it is declared with, is not needed to ask.
import { pathToFileURL } from "node:url";
import { bundleWith, NO_COMMENTS } from "./bundle.mjs";

const TABLE = /src[\\/]libraries[\\/]client[\\/]operation-table\.ts$/;

export const plainTable = {
  name: "plain-table",
  load: {
    filter: { id: TABLE },
    async handler(path) {
      const constants = Object.entries(await import(pathToFileURL(path).href)).map(
        ([name, value]) => `${name} = ${JSON.stringify(value)}`,
      );
      return { code: `export const ${constants.join(", ")};`, moduleType: "js" };
    },
  },
};

/** Writes it to a file, or gives it alone where none is named; with the bundler's record of what is in it. */
export const bundleClient = ({ entry, file, platform, minify = false }) =>
  bundleWith(
    { input: entry, platform, transform: platform === "node" ? {} : { target: "es2022" }, plugins: [plainTable] },
    { ...(file ? { file } : {}), format: "esm", codeSplitting: false, comments: NO_COMMENTS, minify },
  );
