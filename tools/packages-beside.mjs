// Packages of a folder with a lock of its own: peers that are talked to, and never bundled.
import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";

/** Installs them when they are not there yet or their lock has changed. */
export function installPackagesIn(folder, what) {
  if (modified(join(folder, "node_modules/.package-lock.json")) >= modified(join(folder, "package-lock.json"))) return;
  console.log(`Installing ${what} …`);
  // `npm run` hands down the root's settings, and they would win over those in an .npmrc there.
  const settings = ["--engine-strict=false", "--ignore-scripts", "--loglevel=error"];
  execFileSync("npm", ["ci", ...settings], { cwd: folder, stdio: "inherit" });
}

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : Number.NEGATIVE_INFINITY);
