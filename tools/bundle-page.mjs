// The page, as files and the table of their paths: dist/page/files.json. Names have a digest of their content in them, so
// that a browser may keep them for ever; only the document and the manifest are asked for anew.
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { plainTable } from "./bundle-client.mjs";
import { iconPng } from "./page-icon.mjs";

const SOURCE = "src/page";
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

/** Writes all of the page into a folder; gives the bundler's record of what is in it. */
export async function bundlePage(folder = "dist/page") {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: { app: join(SOURCE, "main.tsx"), style: join(SOURCE, "style/style.css") },
    outdir: folder,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    metafile: true,
    plugins: [plainTable],
    loader: { ".md": "text" },
    logLevel: "warning",
  });
  const files = { ...bundled(metafile), ...(await icons(folder)) };
  const urls = Object.fromEntries(Object.entries(files).map(([name, { path }]) => [name, path]));
  const manifest = described("manifest.webmanifest", "no-cache");
  const document = { ...described("index.html", "no-cache"), path: "/" };
  files.manifest = await keep(folder, manifest, JSON.stringify(manifestWith(urls)));
  files.document = await keep(folder, document, await documentWith(urls, metafile));
  const table = Object.values(files).map(({ path, file, mediaType, cache }) => [path, { file, mediaType, cache }]);
  await writeFile(join(folder, "files.json"), JSON.stringify(Object.fromEntries(table)));
  return metafile;
}

/** What the bundler wrote: the entries under their names, parts that are loaded when they are needed under their own. */
function bundled({ outputs }) {
  const entries = Object.entries(outputs).map(([written, { entryPoint }]) => {
    const file = basename(written);
    const name = { [`${SOURCE}/main.tsx`]: "app", [`${SOURCE}/style/style.css`]: "style" }[entryPoint] ?? file;
    return [name, described(file, "immutable")];
  });
  return Object.fromEntries(entries);
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
  description: "The lamps of this home",
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
async function documentWith(urls, { outputs }) {
  const app = Object.values(outputs).find(({ entryPoint }) => entryPoint === `${SOURCE}/main.tsx`);
  const needed = app.imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => PATH + basename(path));
  const preloads = needed.map((path) => `<link rel="modulepreload" href="${path}">`).join("\n    ");
  const template = await readFile(join(SOURCE, "index.html"), "utf8");
  return template.replace("%preloads%", preloads).replace(/%([\w.-]+)%/g, (_, name) => urls[name]);
}
