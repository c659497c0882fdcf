import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds this package, wherever in it the program runs from. */
function packageFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) throw new Error(`${start} is outside its package: copy the whole package`);
  }
}

export const PACKAGE_FOLDER = packageFolder();

export const DEMO_HOME = join(PACKAGE_FOLDER, "homes", "demo.yaml");

/** The same, read when the program was built. */
export const BUILT_DEMO_HOME = join(PACKAGE_FOLDER, "dist", "demo-home.json");

/** The program of the store's thread: a file of its own, also beside sources that are run as they are. */
export const STORE_WORKER = join(PACKAGE_FOLDER, "dist", "store-worker.js");

/** The program of the Matter bridge's thread. */
export const MATTER_WORKER = join(PACKAGE_FOLDER, "dist", "matter-worker.js");

/** What the build made of the page, with a list of it. */
export const PAGE_FOLDER = join(PACKAGE_FOLDER, "dist", "page");

export const VERSION: string = JSON.parse(readFileSync(join(PACKAGE_FOLDER, "package.json"), "utf8")).version;
