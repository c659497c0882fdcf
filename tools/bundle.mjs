// Files out of a TypeScript entry and everything it imports. All of these give the bundler's record of what is in them.
import { rolldown } from "rolldown";
import { nodeHttpAlone } from "./node-http-alone.mjs";

/** Comments are for those who read the sources, and licences are in THIRD-PARTY-NOTICES. */
export const NO_COMMENTS = { legal: false, annotation: false, jsdoc: false };

/**
 * Writes what is bundled, or gives it alone where there is no place for it. All of it is ASCII: with one character that is
 * not, the engine keeps the whole file at two bytes a character.
 */
export async function bundleWith(input, output) {
  const plugins = [...(input.plugins ?? []), ...(input.platform === "node" ? [nodeHttpAlone] : [])];
  const bundle = await rolldown({ tsconfig: false, ...input, plugins });
  const inAscii = { charset: "ascii", ...output };
  const { output: files } = await (output.file || output.dir ? bundle.write(inAscii) : bundle.generate(inAscii));
  await bundle.close();
  return files;
}

/** One file for Node, without the packages that stay beside it. */
export const bundle = (entry, file, { beside = [] } = {}) =>
  bundleWith(
    { input: entry, platform: "node", external: beside },
    { file, format: "esm", codeSplitting: false, comments: NO_COMMENTS },
  );

/** What matter.js would load on Bun. */
const WITHOUT_BUN = {
  name: "without-bun",
  resolveId: (id) => (id === "bun:sqlite" ? "\0bun" : null),
  load: (id) => (id === "\0bun" ? "export const [constants, Database] = [];" : null),
};

/** The Matter bridge's thread, without spaces and long names: matter.js is large. */
export const bundleMatter = (entry, file) =>
  bundleWith(
    { input: entry, platform: "node", plugins: [WITHOUT_BUN] },
    { file, format: "esm", codeSplitting: false, comments: NO_COMMENTS, minify: true, keepNames: true },
  );

/** A script that a browser runs by itself. */
export const bundleForBrowser = (entry, file) =>
  bundleWith({ input: entry, platform: "browser", transform: { target: "es2022" } }, { file, format: "iife" });

/** What is run first: a script that any Node of the last years reads, as a module or not, and that imports the rest. */
export const bundleStart = (entry, file) =>
  bundleWith(
    { input: entry, platform: "neutral", external: /^\.\.?\/(main\.js|tools\/)/, transform: { target: "es2018" } },
    { file, format: "iife", comments: NO_COMMENTS, minify: true },
  );
