// THIRD-PARTY-NOTICES: name, version and licence of every package that bundles hold, out of the bundler's own record.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { isAllowed, SPDX_TEXTS } from "./licences.mjs";

/** Packages that a package holds inside a text of its own, where no bundler sees them. */
const HELD_AS_TEXT = { "worker-timers": ["worker-timers-worker", "worker-factory"] };

const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyrightnotice)(\.(md|txt))?$/i;
const FOLDER_OF_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The folders of all packages of which at least a byte is in one of these files of the bundler's. */
export function packagesIn(files) {
  const folders = files
    .flatMap(({ modules = {} }) => Object.entries(modules))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .flatMap(([path]) => FOLDER_OF_PACKAGE.exec(relative(".", path)) ?? []);
  return withHeldAsText([...new Set(folders)]);
}

/** The same folders, with those of packages that they hold as text. */
function withHeldAsText(folders) {
  const held = folders.flatMap((folder) =>
    (HELD_AS_TEXT[folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)] ?? []).map((name) =>
      join("node_modules", name),
    ),
  );
  return [...new Set([...folders, ...held])].toSorted();
}

/** What must be said of packages; one whose licence forbids to pass it on, or that has none, ends the build. */
export function noticesOf(folders, whatHoldsThem = "Luxgate") {
  const notices = folders.map(noticeOf);
  const refused = notices.flatMap(({ objection }) => objection ?? []);
  if (refused.length > 0) throw new Error(`These packages must not be bundled:\n${refused.join("\n")}`);
  return [
    `${whatHoldsThem} holds the packages below, whole or in part, each under its own licence.`,
    ...notices.map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text}`),
  ].join("\n\n");
}

const RULE = "-".repeat(80);

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const title = `${name} ${version} (${license})`;
  if (typeof license !== "string" || !isAllowed(license)) {
    return { objection: `${title}: its licence is not among those in tools/licences.mjs.` };
  }
  const texts = textsIn(folder);
  if (texts.length > 0) return { title, text: texts.join("\n\n") };
  if (!(license in SPDX_TEXTS)) {
    return { objection: `${title}: it comes without the text of its licence, which must be passed on.` };
  }
  const owner = (typeof author === "string" ? author : author?.name) ?? `the authors of ${name}`;
  const note = `(The package comes without the text of its licence. This is the text that SPDX has for ${license}.)`;
  return { title, text: `${note}\n\nCopyright (c) ${owner}\n\n${SPDX_TEXTS[license]}\n` };
}

const textsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => LICENCE_FILE.test(file))
        .toSorted()
        .map((file) => readFileSync(join(folder, file), "utf8").trim())
        .filter((text) => text !== "")
    : [];
