// Brings a checkout to the point where it can run: packages installed, program built.
// `node tools/set-up.mjs --for-tests` also installs the system packages that the tests use, where that is possible.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));

export function setUp() {
  const lock = modified("package-lock.json");
  if (modified("node_modules/.package-lock.json") < lock) {
    console.log("Installing packages …");
    run("npm", ["ci", "--loglevel=error"]);
  }
  if (modified("dist/luxgate.js") < Math.max(lock, newest("src"), newest("tools"))) {
    console.log("Building …");
    run(process.execPath, ["tools/build.mjs"]);
  }
}

/** System programs that tests use: how to see that one is there, and the package that brings it. */
const TEST_PROGRAMS = [
  { command: ["ip", "-V"], package: "iproute2" },
  { command: ["strace", "-V"], package: "strace" },
];

/** What cannot be installed is left out; the tests that need it say so. */
function setUpForTests() {
  const missing = TEST_PROGRAMS.filter(({ command }) => !has(...command)).map((program) => program.package);
  if (missing.length === 0 || process.getuid?.() !== 0 || !has("apt-get", "--version")) return;
  console.log(`Installing ${missing.join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...missing], { stdio: "inherit" });
}

function modified(path) {
  const whole = join(FOLDER, path);
  return existsSync(whole) ? statSync(whole).mtimeMs : Number.NEGATIVE_INFINITY;
}

function newest(folder) {
  return Math.max(
    ...readdirSync(join(FOLDER, folder), { recursive: true }).map((name) => modified(join(folder, name))),
  );
}

function run(command, args) {
  execFileSync(command, args, { cwd: FOLDER, stdio: "inherit" });
}

function has(command, ...args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  setUp();
  if (process.argv.includes("--for-tests")) setUpForTests();
}
