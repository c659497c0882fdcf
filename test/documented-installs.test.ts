import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const PAGES = ["README.md", "examples/README.md", ...readdirSync("docs").map((name) => join("docs", name))]
  .filter((path) => path.endsWith(".md"))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

/** What the pages tell people to install with a command, each with its page. */
const installedWith = (command: RegExp): readonly { readonly path: string; readonly what: string }[] =>
  PAGES.flatMap(({ path, text }) => [...text.matchAll(command)].map(([, what = ""]) => ({ path, what })));

test("pages install the npm package from the file that npm run package:npm writes, as no registry has it", () => {
  const installs = installedWith(/npm (?:install|i)(?: --?[\w-]+)* ([^\s`]+)/g);
  expect(installs.length).toBeGreaterThan(2);
  for (const { path, what } of installs)
    expect(what, path).toMatch(new RegExp(`^/path/to/.*luxgate-${version}\\.tgz$`));
});

test("pages install the Debian package from the folder that npm run package:deb writes to", () => {
  const written = /`(dist\/packages)\/luxgate_/.exec(readFileSync("tools/package-deb.mjs", "utf8"))?.[1];
  const installs = installedWith(/apt install ([^\s`]*\.deb)/g);
  expect(installs.length).toBeGreaterThan(1);
  for (const { path, what } of installs) expect(what, path).toMatch(new RegExp(`^\\./${written}/luxgate_${version}_`));
  const built = installedWith(/DEB=([^\s`]*\.deb)/g);
  expect(built.length).toBeGreaterThan(0);
  for (const { path, what } of built) expect(what, path).toMatch(new RegExp(`^${written}/luxgate_${version}_`));
});
