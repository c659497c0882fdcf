// Brings a checkout to the point where it can run: packages installed, program built.
// With --packages, it only installs the packages. With --for-tests, it also writes the types that the tests pack, and installs the system packages that
// they use, where that is possible.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installMissing } from "./system-programs.mjs";

const FOLDER = dirname(dirname(fileURLToPath(import.meta.url)));

export function setUp() {
  installPackages();
  if (!isBuilt()) {
    console.log("Building …");
    run(process.execPath, ["tools/build.mjs"]);
  }
}

function installPackages() {
  const lock = modified("package-lock.json");
  if (!isInstalled(lock)) {
    console.log("Installing packages …");
    runNpm(["ci", "--loglevel=error"]);
    writeFileSync(join(FOLDER, INSTALLED), digestOf("package-lock.json"));
  }
}

/** Packages that came along with a copy of the folder are of this lock too, though their time may be an earlier one. */
const INSTALLED = "node_modules/.luxgate-lock";
const isInstalled = (lock) =>
  modified("node_modules/.package-lock.json") >= lock ||
  (existsSync(join(FOLDER, INSTALLED)) &&
    readFileSync(join(FOLDER, INSTALLED), "utf8") === digestOf("package-lock.json"));
const digestOf = (path) =>
  createHash("sha256")
    .update(readFileSync(join(FOLDER, path)))
    .digest("hex");

/** Whether the program, which is finished last, is as new as all that it is made of; its page explains gaps. */
export const isBuilt = () =>
  modified("dist/luxgate.js") >=
  Math.max(modified("package-lock.json"), newest("docs/spec-gaps"), newest("src"), newest("tools"));

/** Also the types of what other programs import: neither the program nor the examples need them. */
export function setUpDoors() {
  setUp();
  if (areDoorsBuilt()) return;
  console.log("Writing the types of luxgate/client and luxgate/testing …");
  run(process.execPath, ["tools/build-doors.mjs"]);
}

export const areDoorsBuilt = () =>
  modified("dist/types/schema.d.ts") >= Math.max(modified("package.json"), newest("src"), newest("tools"));

/** System programs that tests use: how to see that one is there, and the package that brings it. */
const TEST_PROGRAMS = [
  { command: ["ip", "-V"], package: "iproute2" },
  { command: ["strace", "-V"], package: "strace" },
  { command: ["openssl", "version"], package: "openssl" },
  { command: ["curl", "--version"], package: "curl" },
  { command: ["python3", "--version"], package: "python3" },
  { command: ["chromium", "--version"], package: "chromium" },
  { command: ["test", "-x", "/usr/sbin/mosquitto"], package: "mosquitto", service: "mosquitto" },
];

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

/** By its script where npm says which that is: Windows has no program of that name that Node would run. */
function runNpm(args) {
  const { npm_execpath: script } = process.env;
  if (script?.endsWith("npm-cli.js")) run(process.execPath, [script, ...args]);
  else run("npm", args);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // What several tests need is built before the first of them: they run side by side.
  if (process.argv.includes("--packages")) installPackages();
  else if (!process.argv.includes("--for-tests")) setUp();
  else {
    setUpDoors();
    installMissing(TEST_PROGRAMS);
  }
}
