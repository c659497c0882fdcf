// The page, as files and the table of their paths: dist/page/files.json. Names have a digest of their content in them, so
// that a browser may keep them for ever; only the document and the manifest are asked for anew.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle as bundleStyle } from "lightningcss";
import { bundleWith, NO_COMMENTS } from "./bundle.mjs";
import { plainTable } from "./bundle-client.mjs";
import { iconPng } from "./page-icon.mjs";

const SOURCE = "src/programs/page";
/** Where the files are served, but for the document. */
const PATH = "/page/";

const MEDIA_TYPES = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

const ICON_SIDES = [192, 512];

/** Writes all of the page into a folder; gives the bundler's record of what is in its scripts. */
export async function bundlePage(folder = "dist/page") {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const scripts = await bundleScripts(folder);
  const files = { ...named(scripts), style: await style(folder), ...(await icons(folder)) };
  const urls = Object.fromEntries(Object.entries(files).map(([name, { path }]) => [name, path]));
  const manifest = described("manifest.webmanifest", "no-cache");
  const document = { ...described("index.html", "no-cache"), path: "/" };
  files.manifest = await keep(folder, manifest, JSON.stringify(manifestWith(urls)));
  files.document = await keep(folder, document, await documentWith(urls, scripts));
  const front = (await documentWith(urls, scripts)).replace("<html ", "<html data-front ");
  files.front = await keep(folder, described("front.html", "no-cache"), front);
  const table = Object.values(files).map(({ path, file, mediaType, cache }) => [path, { file, mediaType, cache }]);
  await writeFile(join(folder, "files.json"), JSON.stringify(Object.fromEntries(table)));
  return scripts;
}

const bundleScripts = (dir) =>
  bundleWith(
    {
      input: { app: join(SOURCE, "main.tsx") },
      platform: "browser",
      transform: { target: "es2022", jsx: { runtime: "automatic", importSource: "preact" } },
      moduleTypes: { ".md": "text" },
      plugins: [plainTable],
    },
    {
      dir,
      format: "esm",
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      hashCharacters: "hex",
      comments: NO_COMMENTS,
      minify: true,
    },
  );

/** What the bundler wrote: the entry under its name, parts that are loaded when they are needed under their own. */
const named = (scripts) =>
  Object.fromEntries(
    scripts.map(({ fileName, isEntry, name }) => [isEntry ? name : fileName, described(fileName, "immutable")]),
  );

async function style(folder) {
  const { code } = bundleStyle({ filename: join(SOURCE, "style/style.css"), minify: true });
  return await keep(folder, described(withDigest("style.css", code), "immutable"), code);
}

async function icons(folder) {
  const svg = await readFile(join(SOURCE, "icons/icon.svg"));
  const drawn = ICON_SIDES.map((side) => [`icon-${side}.png`, iconPng(side)]);
  const kept = [["icon.svg", svg], ...drawn].map(async ([name, content]) => [
    name,
    await keep(folder, described(withDigest(name, content), "immutable"), content),
  ]);
  return Object.fromEntries(await Promise.all(kept));
}

async function keep(folder, described, content) {
  await writeFile(join(folder, described.file), content);
  return described;
}

const described = (file, cache) => ({
  path: PATH + file,
  file,
  mediaType: MEDIA_TYPES[file.slice(file.lastIndexOf(".") + 1)],
  cache,
});

function withDigest(name, content) {
  const digest = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  return name.replace(/\.(?=\w+$)/, `-${digest}.`);
}

const manifestWith = (urls) => ({
  id: "/",
  name: "Luxgate",
  short_name: "Luxgate",
  description: "Control the lamps of this home",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#0e1015",
  theme_color: "#0e1015",
  icons: [
    { src: urls["icon.svg"], sizes: "any", type: "image/svg+xml" },
    ...ICON_SIDES.map((side) => ({
      src: urls[`icon-${side}.png`],
      sizes: `${side}x${side}`,
      type: "image/png",
      purpose: "any maskable",
    })),
  ],
});

/** The document, which names all that the first view needs, so that nothing waits for another file to name it. */
async function documentWith(urls, scripts) {
  const { imports } = scripts.find(({ isEntry }) => isEntry);
  const preloads = imports.map((file) => `<link rel="modulepreload" href="${PATH + file}">`).join("\n    ");
  const template = await readFile(join(SOURCE, "index.html"), "utf8");
  return template.replace("%preloads%", preloads).replace(/%([\w.-]+)%/g, (_, name) => urls[name]);
}
