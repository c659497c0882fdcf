// Brings a checkout to the point where it can run: packages installed, program built.
// `node tools/set-up.mjs --for-tests` also installs the system packages that the tests use, where that is possible.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  { command: ["openssl", "version"], package: "openssl" },
  { command: ["curl", "--version"], package: "curl" },
  { command: ["test", "-x", "/usr/sbin/mosquitto"], package: "mosquitto", service: "mosquitto" },
];

/** Says to installers, while it is there, that no service is to be started. */
const NO_SERVICES = "/usr/sbin/policy-rc.d";

/** What cannot be installed is left out; the tests that need it say so. */
function setUpForTests() {
  const missing = TEST_PROGRAMS.filter(({ command }) => !has(...command));
  if (missing.length === 0 || process.getuid?.() !== 0 || !has("apt-get", "--version")) return;
  const packages = missing.map((program) => program.package);
  console.log(`Installing ${packages.join(", ")} …`);
  spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  withoutServices(() =>
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { stdio: "inherit" }),
  );
  for (const { service } of missing) if (service) spawnSync("update-rc.d", [service, "disable"], { stdio: "ignore" });
}

/** A broker that a test needs is not to serve this machine: neither now nor after its next start. */
function withoutServices(install) {
  const isOurs = !existsSync(NO_SERVICES);
  if (isOurs) writeFileSync(NO_SERVICES, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    install();
  } finally {
    if (isOurs) rmSync(NO_SERVICES);
  }
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
