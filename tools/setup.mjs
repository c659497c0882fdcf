// Brings a checkout to the point where it can run: packages installed, program built.
// With --for-tests, system packages that the tests use are installed as well where that is possible.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : Number.NEGATIVE_INFINITY);
const newest = (folder) =>
  Math.max(...readdirSync(folder, { recursive: true }).map((name) => modified(join(folder, name))));

if (modified("node_modules/.package-lock.json") < modified("package-lock.json")) {
  console.log("Installing packages …");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
}

const sources = Math.max(newest("src"), modified("tools/build.mjs"), modified("package-lock.json"));
if (modified("dist/luxgate.js") < sources) {
  console.log("Building …");
  run(process.execPath, ["tools/build.mjs"]);
}

if (process.argv.includes("--for-tests") && !has("ip", "-V")) installDebian(["iproute2"]);

function run(command, args) {
  execFileSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
}

function has(command, ...args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** What cannot be installed is left out; the tests that need it say so. */
function installDebian(packages) {
  if (process.getuid?.() !== 0 || !has("apt-get", "--version")) return;
  console.log(`Installing ${packages.join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "inherit" });
}
